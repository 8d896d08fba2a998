import { describe, expect, test } from 'vitest';
import { excerptOfSentence, excerptOfText } from '../src/draft/excerpt';
import { insertion } from '../src/draft/footnotes';
import { parseMarkdown, type Block } from '../src/markdown/blocks';
import type { Run } from '../src/markdown/inline';
import type { TextView } from '../src/state';
import type { SentenceData } from '../src/wire';

type Piece = [text: string, stays?: boolean | undefined, evidence?: string];

/** An answer of these sentences: `true` is supported, `false` is not, nothing is no claim. */
function answer(pieces: readonly Piece[]): TextView {
  let at = 0;
  const sentences = pieces.map(([text, stays, evidence], index): SentenceData => {
    const start = at;
    at += text.length;
    const mark = text.search(/\[†\d\]/);
    const cited = evidence ?? 'the words';
    return {
      index, textId: 't1', start, end: at, kind: 'claim', score: 1, reason: '', veto: null, statutes: [], removed: [],
      status: stays === true ? 'supported' : stays === false ? 'unsupported' : 'not_a_claim',
      citations: mark < 0 ? [] : [{ number: 1, mark: '[†1]', sourceId: 's', start: start + mark, end: start + mark + 4, evidence: { chunkId: 'c', page: null, start: 0, end: 1, text: cited } }],
    } as SentenceData;
  });
  return { id: 't1', text: pieces.map(([text]) => text).join(''), superseded: null, sentences };
}

const put = (view: TextView): string => {
  const excerpt = excerptOfText(view, () => 'note');
  return excerpt.text === '' ? '' : (insertion('', 0, excerpt, true)[0]?.text ?? '').replace(/\n\n\[\^1\]: note\n$/, '');
};

describe('what is left of an answer stands by itself', () => {
  test.each<[string, Piece[], string]>([
    ['a heading over nothing, a table of its head alone', [
      ['## Retention\n\n'], ['The Processor keeps backups for 30 days[†1]. ', true], ['The Controller pays for restoration. ', false], ['It is invoiced monthly[†1].\n\n', true, 'Restoration is invoiced monthly.'],
      ['### What this means\n\n'], ['You should budget for it.\n\n', false], ['| Duty | Limit |\n|---|---|\n'], ['| Restore | 120 |\n', false],
    ], '## Retention\n\nThe Processor keeps backups for 30 days[^1].'],
    ['a lead-in without its list; "이는" of a sentence that is gone', [
      ['### 계약 조건\n\n'], ['을은 30일 이내에 통지한다.\n', false], ['이는 서면으로 하여야 한다[†1].\n\n', true], ['주요 의무는 다음과 같다:\n\n'], ['- 비밀을 유지한다\n', false], ['- 자료를 반환한다\n\n', false],
      ['계약금액은 금 4천8백만 원이다[†1].', true],
    ], '### 계약 조건\n\n계약금액은 금 4천8백만 원이다[^1].'],
    ['the subject is that of the source', [
      ['The Processor processes data only on instructions. ', false], ['It may not engage a sub-processor without consent[†1]. ', true, 'The Processor shall not engage another processor without consent.'], ['It also keeps records[†1].', true, 'The Processor shall keep records.'],
    ], 'The Processor may not engage a sub-processor without consent[^1]. It also keeps records[^1].'],
    ['the subject of the source is another', [
      ['The Controller informs the Processor. ', false], ['It may not engage a sub-processor[†1]. ', true, 'The Processor shall not engage another processor.'], ['Audits are free[†1].', true],
    ], 'Audits are free[^1].'],
    ['Korean: the subject is that of the source', [['을은 비밀을 지킨다. ', false], ['또한 자료를 반환하여야 한다[†1].', true, '제7조(반환) 을은 자료를 반환하여야 한다.']], '을은 자료를 반환하여야 한다[^1].'],
    ['"It" that stands for nothing, and an agreement that stands for itself', [['Wrong. ', false], ['It is necessary to notify the Controller[†1]. ', true], ['This Agreement ends in May[†1].', true]], 'It is necessary to notify the Controller[^1]. This Agreement ends in May[^1].'],
    ['a joint to what is gone', [['Wrong. ', false], ['However, the limit is 30 days[†1].', true]], 'The limit is 30 days[^1].'],
    ['a numbered list is counted anew; children of a gone item', [
      ['Duties:\n\n'], ['1. **Secrecy** is kept[†1]\n', true], ['2. Return\n', false], ['   - in paper form\n', true], ['3. The fee is paid[†1].\n\n', true], ['The end[†1].', true],
    ], 'Duties:\n\n1. **Secrecy** is kept[^1]\n2. The fee is paid[^1].\n\nThe end[^1].'],
    ['a table between paragraphs', [['Fees[†1]:\n', true], ['| a | b |\n|---|---|\n'], ['| 1 | 2[†1] |\n', true], ['| 3 | 4 |\n', false], ['| 5 | 6 |\n\n', true], ['Then more[†1].', true]], 'Fees[^1]:\n\n| a | b |\n|---|---|\n| 1 | 2[^1] |\n| 5 | 6 |'],
    ['half of what is bold', [['**One is right[†1]. ', true], ['Two is wrong.**\n', false]], 'One is right[^1].'],
    ['a heading in bold type, a line across', [['**Costs**\n\n'], ['Wrong.\n\n', false], ['---\n\n'], ['The end[†1].', true]], 'The end[^1].'],
    ['an item that only ends what leads to it', [['The Controller must:\n', false], ['- keep records[†1]\n', true], ['- The Processor keeps a log[†1].\n', true]], '- The Processor keeps a log[^1].'],
    ['the last item of a paragraph', [['## A\n'], ['Right[†1]. ', true], ['Wrong.\n', false], ['## B\n'], ['Wrong.\n', false], ['### C\n'], ['Fine[†1].\n', true]], '## A\nRight[^1].\n## B\n### C\nFine[^1].'],
    ['lead-ins to a quotation and to a paragraph that are gone', [['Then:\n\n'], ['> gone\n\n', false], ['Right[†1].\n\n', true], ['Note:\n\n'], ['The fee is due[†1].\n\n', true], ['Also:\n\n'], ['Wrong.', false]], 'Right[^1].\n\nNote:\n\nThe fee is due[^1].'],
    ['a list with a list in it, and a colon at each item', [['Here are the duties:\n\n'], ['1. **Processor**:\n'], ['   - keeps records[†1]\n', true], ['   - informs\n', false], ['2. **Controller**:\n'], ['   - pays\n', false]], 'Here are the duties:\n\n1. **Processor**:\n   - keeps records[^1]'],
    ['다만', [['휴학은 5년을 넘지 못한다. ', false], ['다만, 군 복무는 산입하지 않는다[†1]. ', true], ['복학은 3월에 한다[†1].', true]], '복학은 3월에 한다[^1].'],
    ['nothing but what claims nothing', [['Here is what I found.\n\n'], ['It is so.', false]], ''],
    ['"These two" of a list with one left', [['There are:\n'], ['- The fee is paid[†1].\n', true], ['- A fine.\n\n', false], ['These two are due in May[†1].', true]], 'There are:\n- The fee is paid[^1].'],
  ])('%s', (_, pieces, expected) => {
    expect(put(answer(pieces))).toBe(expected);
  });

  test('what was left out for that is counted', () => {
    expect(excerptOfText(answer([['Wrong. ', false], ['It is due[†1]. ', true], ['The fee is due[†1].', true]]), () => 'note').loose).toBe(1);
  });

  test('one row is a table of its own, one sentence is told what it speaks of', () => {
    const view = answer([['| a | b |\n|---|---|\n'], ['| 1 | 2[†1] |\n', true], ['| 3 | 4 |\n\n', true], ['The Processor logs. ', false], ['It must keep the log[†1].', true, 'The Processor must keep the log.']]);
    expect(excerptOfSentence(view, 1, () => 'n')).toEqual({ text: '| a | b |\n|---|---|\n| 1 | 2[†1] |', notes: [{ start: 27, end: 31, note: 'n' }], block: true });
    expect(excerptOfSentence(view, 4, () => 'n')?.text).toBe('The Processor must keep the log[†1].');
  });
});

/** A generator of numbers that is the same each time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const CLAIMS = ['The Processor keeps logs', 'It may not engage others', 'However, the fee is due', 'These are kept', '을은 비밀을 유지한다', '이는 서면으로 한다', '매월 청구한다', '**All** is paid', 'Audits cost EUR 120'];

function generated(next: (below: number) => number): Piece[] {
  const out: Piece[] = [];
  let count = 0;
  const claim = (end: string): Piece => [`${CLAIMS[next(CLAIMS.length)]} w${++count}x[†1].${end}`, next(2) === 0, 'The Processor shall keep logs.'];
  for (let blocks = 1 + next(7); blocks > 0; blocks -= 1) {
    const kind = next(6);
    if (kind === 0) out.push([`${'#'.repeat(1 + next(3))} Heading\n\n`]);
    else if (kind === 1) {
      out.push([`| Head | Other |\n|---|---|\n`]);
      for (let rows = 1 + next(3); rows > 0; rows -= 1) out.push([`| Row w${++count}x | 2[†1] |\n`, next(2) === 0]);
      out.push(['\n']);
    } else if (kind === 3 && next(3) === 0) {
      out.push(['For example:\n\n'], [`> Quoted w${++count}x[†1].\n\n`, next(2) === 0]);
    } else if (kind === 2) {
      if (next(3) > 0) out.push([['The duties are:\n\n', '의무는 다음과 같습니다.\n\n', '**Duties**:\n'][next(3)] ?? '', next(4) > 0 ? undefined : false]);
      for (let items = 1 + next(4); items > 0; items -= 1) {
        const [text, ...rest] = claim('\n');
        out.push([`${next(4) === 0 ? '  ' : ''}${next(2) === 0 ? '-' : `${items}.`} ${text}`, ...rest]);
      }
      out.push(['\n']);
    } else {
      for (let more = 1 + next(3); more > 1; more -= 1) out.push(claim(' '));
      out.push(claim('\n\n'));
    }
  }
  return out.filter(([text]) => text !== '');
}

const textOf = (leaf: readonly Run[]): string => leaf.map(({ text }) => text).join('');

/** What no text of an answer may have. */
function faults(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1];
    if (block.kind === 'heading' && (!next || (next.kind === 'heading' && next.level <= block.level))) return ['a heading over nothing'];
    if (block.kind === 'table' && block.rows.length === 0) return ['a head alone'];
    if (block.kind === 'paragraph' && /\|---|^\|/m.test(textOf(block.inline))) return ['a table that is none'];
    if (block.kind === 'paragraph' && /:$|다음과 같습니다\.$/.test(textOf(block.inline)) && next?.kind !== 'list' && next?.kind !== 'quote') return ['a lead-in to nothing'];
    if (block.kind === 'list') return block.items.flatMap(({ blocks: inner }) => (inner.length === 0 ? ['an empty item'] : faults(inner)));
    return block.kind === 'quote' ? faults(block.blocks) : [];
  });
}

test('any subset of any answer is whole, and nothing else', () => {
  for (let seed = 0; seed < 4000; seed += 1) {
    const pieces = generated(random(seed));
    const view = answer(pieces);
    const excerpt = excerptOfText(view, () => 'note');
    const why = `seed ${seed}\n${JSON.stringify(pieces)}\n--\n${excerpt.text}`;
    expect(faults(parseMarkdown(excerpt.text)), why).toEqual([]);
    for (const [text, stays] of pieces) {
      const name = /w\d+x/.exec(text)?.[0];
      if (name && stays === false) expect(excerpt.text.includes(name), `${name} ${why}`).toBe(false);
    }
    // Every word comes from the answer, but for a subject in the place of what stood for it.
    const words = (all: string): Set<string> => new Set(all.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
    const known = words(view.text);
    for (const word of words(excerpt.text)) expect(known.has(word) || /^\d+$/.test(word), `${word} ${why}`).toBe(true);
    for (const { start, end } of excerpt.notes) expect(excerpt.text.slice(start, end), why).toBe('[†1]');
    expect(excerpt.notes.length, why).toBe(excerpt.text.split('[†1]').length - 1);
    expect(excerpt.text, why).not.toMatch(/\n{3}|[^\n]\n\| Head|\|\n[^|\n]/);
  }
});
