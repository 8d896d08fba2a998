/** Finding a passage in a document as it looks. */
import { describe, expect, it } from 'vitest';
import { boxAround, findPassage, Letters, place, type Wanted } from '../src/original/find';
import { drawnBy } from '../src/original/original';

/** What of the pieces a passage is found in, joined by bars. */
function found(pieces: string[], wanted: Partial<Wanted> & { passage: string }): string | null {
  const letters = new Letters(pieces);
  const at = findPassage(letters.text, { words: wanted.passage, before: '', after: '', page: null, ...wanted });
  if (!at) return null;
  const [from, to] = [letters.at(at.start), letters.at(at.end - 1)];
  return pieces
    .slice(from.piece, to.piece + 1)
    .map((piece, index, all) => piece.slice(index === 0 ? from.offset : 0, index === all.length - 1 ? to.offset + 1 : undefined))
    .join('|');
}

describe('a passage in a document as it looks', () => {
  it('is found across runs and whatever spaces they have', () => {
    expect(found(['The ', 'total', '  period of', ' leave.', 'Other.'], { passage: 'The **total** period\nof leave.' })).toBe('The |total|  period of| leave');
  });

  it('is found with what its text has between angles, and without tags', () => {
    expect(found(['휴학은 3년으로', ' 한다. <개정 2022. 6. 1>', '끝'], { passage: '휴학은 3년으로 한다.<br> <개정 2022. 6. 1>' })).toBe('휴학은 3년으로| 한다. <개정 2022. 6. 1');
  });

  it('is found over the cells of a table, without its signs', () => {
    const table = '| 이름 | 국어 |\n| --- | --- |\n| 개똥이 | 89 |';
    expect(found(['C반', '이름', '국어', '개똥이', '89', '칠득이', '77'], { passage: table })).toBe('이름|국어|개똥이|89');
  });

  it('is found without the numbers that a list makes itself', () => {
    const passage = '제1조(목적) 이 규정은 창고 사용을 정한다.\n1.2 Tools are lent for one week.\n(a) Late tools cost five euros.';
    expect(found(['(목적) 이 규정은 창고 사용을 정한다.', 'Tools are lent for one week.', 'Late tools cost five euros.', 'End.'], { passage })).toBe(
      '목적) 이 규정은 창고 사용을 정한다.|Tools are lent for one week.|Late tools cost five euros',
    );
  });

  it('is found although a head and a note stand between', () => {
    const passage = 'Whoever is away longer than three years has to ask the office before the term begins anew.';
    const pieces = ['Whoever is away longer than', 'Handbook', '12', ' three years has to ask the office', '3) See the statutes.', ' before the term begins anew.'];
    expect(found(pieces, { passage })).toBe(pieces.join('|').slice(0, -1));
  });

  it('is, of several alike, the one that stands in its surroundings', () => {
    const letters = new Letters(['Fees. See below. Rents.', 'Dues. See below. Taxes.']);
    const at = place(letters.text, 'See below.', 'Dues.', 'Taxes.');
    expect(at && letters.at(at.start)).toEqual({ piece: 1, offset: 6 });
  });

  it('gives its words where they are in it, raised digits and wide letters too', () => {
    const passage = 'The lake holds 10⁶ litres. The ｍｉｌｌ is old.';
    expect(found(['The lake holds 10', '6', ' litres. The mill is old.'], { passage, words: '10⁶ litres' })).toBe('10|6| litres');
    expect(found(['The lake holds 10', '6', ' litres. The mill is old.'], { passage, words: 'not there' })).toBe('The lake holds 10|6| litres. The mill is old');
  });

  it('is found by its words alone where they stand once', () => {
    expect(found(['Nothing of the passage, yet exactly these few words.'], { passage: 'Quite another text, which nowhere is.', words: 'exactly these few words' })).toBe('exactly these few words');
  });

  it('is not found where most of it is missing, nor where there is nothing', () => {
    expect(found(['The period of leave.'], { passage: 'The fee of the depot is thirty euros for each week.' })).toBeNull();
    expect(found([], { passage: 'Words.' })).toBeNull();
    expect(found(['Words.'], { passage: '| --- |' })).toBeNull();
  });

  it('takes a long document of one word as quickly as another', () => {
    const text = 'test'.repeat(100_000);
    expect(place(text, Array.from({ length: 2_000 }, (_, row) => `| test | ${row} |`).join('\n'), '', '')).toBeNull();
  });
});

it('A box holds all lines and stays on its page', () => {
  const lines = [{ left: 100, top: 50, right: 900, bottom: 60 }, { left: 50, top: 60, right: 200, bottom: 70 }];
  expect(boxAround(lines, 800, 100)).toEqual({ left: 0.0625, top: 0.5, width: 0.9375, height: expect.closeTo(0.2) as number });
  expect(boxAround([], 800, 100)).toBeNull();
});

it('A file is drawn by what it is', () => {
  expect(['A.DOCX', 'b.hwp', 'c.tar.hwpx', 'd.pdf', 'docx', 'e.odt'].map(drawnBy)).toEqual(['word', 'hangul', 'hangul', null, 'word', null]);
});
