import { expect, test } from 'vitest';
import { overlay } from '../src/markdown/overlay';
import { plainOf } from '../src/markdown/plain';

const plain = (text: string): string => plainOf(overlay({ id: 't1', text, sentences: [], superseded: null }));

test('an answer is copied without marks of Markdown, its citations as numbers', () => {
  expect(plain('## 휴학 기간\n\n휴학은 **통산하여 3년**을 넘을 수 없습니다 [†1].\n다만 `군 복무`는 [뺍니다](https://example.org) [†2][†3].')).toBe(
    '휴학 기간\n\n휴학은 통산하여 3년을 넘을 수 없습니다 [1].\n다만 군 복무는 뺍니다 [2][3].',
  );
  expect(plain('> Quoted *words*.\n\n---\n\n```js\nlet a = 1;\n```')).toBe('Quoted words.\n\nlet a = 1;');
});

test('lists keep their numbers and depth, tables their columns', () => {
  expect(plain('3. 하나 [†1]\n4. 둘\n   - inner\n\n- [x] done\n- [ ] open')).toBe('3. 하나 [1]\n4. 둘\n  - inner\n\n☑ done\n☐ open');
  expect(plain('| Case | Limit |\n|---|---:|\n| **Leave** | 3 years [†1] |')).toBe('Case\tLimit\nLeave\t3 years [1]');
});
