import { expect, test } from 'vitest';
import { dictionaryWord } from '../src/draft/spared';

/** The word around what is in brackets. */
function word(marked: string): string | null {
  const [before = '', found = '', behind = ''] = marked.split(/[[\]]/);
  return dictionaryWord(before + found + behind, before.length, before.length + found.length);
}

test.each([
  ['We [utilise] it', 'utilise'],
  ['A [ze]ttel', 'zettel'],
  ['the [well-being] of', 'well-being'],
  ['[한빛]은 크다', '한빛'],
  ['[한빛]관은 크다', '한빛관'],
  ['새[한빛]관에서는', '새한빛관'],
  ['[마나]', '마나'],
  ['[Rust]에서도 쓴다', 'Rust'],
  ['학교는 [실시하였다].', '실시하였다'],
])('the word that a finding is about: %s', (marked, wanted) => expect(word(marked)).toBe(wanted));

test.each(['It is [very very] good', '[!]', '[할 수] 있다', '[한빛은,] 크다', `[${'x'.repeat(101)}]`])('no word of a dictionary: %s', (marked) => {
  expect(word(marked)).toBeNull();
});
