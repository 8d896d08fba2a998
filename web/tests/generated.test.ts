import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { generate, wanted } from '../scripts/types.mjs';
import kept from '../src/generated/api.ts?raw';

const made = generate as (document: unknown) => string;
const document = (schema: unknown) => ({ components: { schemas: { One: schema } }, paths: {} });

describe('the generated types', () => {
  it('are those of the document', () => {
    expect(kept).toBe((wanted as () => string)());
  });

  it('follow a change of the document', () => {
    const before = made(document({ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }));
    const after = made(document({ type: 'object', properties: { a: { type: ['integer', 'null'] } } }));
    expect(before).toContain('a: string;');
    expect(after).toContain('a?: number | null;');
  });

  it('name a keyword that they would silently drop', () => {
    expect(() => made(document({ type: 'object', patternProperties: {} }))).toThrow('patternProperties');
  });

  it('cannot be left by a comment', () => {
    expect(made(document({ type: 'string', description: 'a */ export const b = 1; /* c' }))).not.toContain('*/ export');
  });
});
