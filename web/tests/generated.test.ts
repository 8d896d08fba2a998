import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { shapes } from '../scripts/shapes.mjs';
// @ts-expect-error a script without types
import { generate, wanted } from '../scripts/types.mjs';
import keptTypes from '../src/generated/api.ts?raw';
import keptShapes from '../src/generated/shapes.ts?raw';

const made = generate as (document: unknown) => string;
const document = (schema: unknown) => ({ components: { schemas: { One: schema } }, paths: {} });

describe('the generated types', () => {
  it('are those of the document', () => {
    expect((wanted as () => Record<string, string>)()['api.ts']).toBe(keptTypes);
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

describe('the generated shapes', () => {
  const shape = (schema: object, read: string[] = []): string =>
    (shapes as (document: unknown, decoded: unknown) => string)({ components: { schemas: { One: schema, Two: { type: 'object', properties: { d: { type: 'number' } } } } } }, { One: read });

  it('are those of the document', () => {
    expect((wanted as () => Record<string, string>)()['shapes.ts']).toBe(keptShapes);
  });

  it('have what is read, each as the value that stands for none', () => {
    const properties = {
      a: { enum: ['x', 'y'] }, b: { type: ['integer', 'null'] }, c: { type: 'array', items: { $ref: '#/components/schemas/Two' } },
      e: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Two' }] }, f: { const: true }, g: { type: 'string' },
    };
    const made = shape({ type: 'object', required: ['a', 'b', 'e'], properties }, ['a', 'b', 'c', 'e', 'f']);
    expect(made).toContain("export const Two = {\n  'd?': 0,\n} as const;");
    expect(made).toContain("export const One = {\n  a: '',\n  b: [0, null],\n  'c?': [Two],\n  e: [Two, null],\n  'f?': false,\n} as const;");
  });

  it('name what they cannot say', () => {
    expect(() => shape({ type: 'object', properties: { a: { type: ['string', 'integer'] } } })).toThrow('what a is');
    expect(() => shape({ type: 'object', properties: { a: { type: 'object', additionalProperties: true } } })).toThrow('what a is');
    expect(() => shape({ type: 'object', properties: { a: { type: 'string' } } }, ['b'])).toThrow('no member b');
    expect(() => shape({ type: 'object', properties: { a: { $ref: '#/components/schemas/One' } } })).toThrow('contains itself');
    expect(() => (shapes as (document: unknown, decoded: unknown) => string)({ components: { schemas: {} } }, { Gone: [] })).toThrow('no schema Gone');
  });
});
