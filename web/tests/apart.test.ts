import { expect, test } from 'vitest';
import { toldApart } from '../src/apart';

test('files of one name are told apart by their folders', () => {
  const called = (...files: [string, string | null][]): string[] => toldApart(files.map(([fileName, path]) => ({ fileName, path })));
  expect(called(['fees.md', '/a/2024/fees.md'], ['fees.md', '/a/2025/fees.md'], ['hall.md', '/a/hall.md'])).toEqual(['2024/fees.md', '2025/fees.md', 'hall.md']);
  expect(called(['a.md', '/x/a.md'], ['a.md', null])).toEqual(['x/a.md', 'a.md']);
  expect(called(['회비.md', 'C:\\서울\\회비.md'], ['회비.md', 'C:\\부산\\회비.md'])).toEqual(['서울/회비.md', '부산/회비.md']);
  expect(called(['a.md', '/x/1/rules/a.md'], ['a.md', '/x/2/rules/a.md'])).toEqual(['1/rules/a.md', '2/rules/a.md']);
});
