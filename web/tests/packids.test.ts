import { expect, test } from 'vitest';
import { packs } from '../src/draft/packs.svelte';

test('a pack that is newer than a draft comes to it only when it is chosen', () => {
  const [old, draft, young] = ['0199a000-0000-7000-8000-000000000000', '0199b000-0000-7000-8000-000000000000', '0199c000-0000-7000-8000-000000000000'];
  packs.list = [old, young, 'pack-1'].map((id) => ({ id, name: id, isActive: true, rules: {} }));
  expect(packs.ids(null, draft as string)).toEqual([old, 'pack-1']);
  expect(packs.ids([young as string], draft as string)).toEqual([young]);
  expect(packs.ids(null, 'draft-1')).toHaveLength(3);
});
