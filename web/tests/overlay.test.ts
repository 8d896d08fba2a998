import { describe, expect, test } from 'vitest';
import { mapInline } from '../src/markdown/blocks';
import { headingLevels, keepSame, overlay, splitTail, wordsOf, type Segment } from '../src/markdown/overlay';
import type { TextView } from '../src/state';
import type { Citation, SentenceData } from '../src/wire';
import { cite } from './answers';

function view(text: string, sentences: string[], citations: Citation[][] = []): TextView {
  let at = 0;
  return {
    id: 't1',
    text,
    superseded: null,
    sentences: sentences.map((words, index): SentenceData => {
      const start = text.indexOf(words, at);
      at = start + words.length;
      return {
        index, textId: 't1', start, end: at, kind: 'claim', status: 'supported', score: 1, reason: '', veto: null, statutes: [],
        citations: citations[index] ?? [], removed: [],
      };
    }),
  };
}

/** `[0:words]` for each sentence, `{n}` for a chip, `✓` where the verdict mark stands. */
function show(shown: TextView): string {
  const out: string[] = [];
  const words = (segment: Segment): string =>
    segment.fragments
      .map((fragment) => fragment.citations?.map((citation) => `{${citation.number}}`).join('') ?? fragment.text)
      .join('');
  for (const block of overlay(shown)) {
    mapInline(block, (segments) => {
      const line = segments.map((segment) =>
        segment.sentence === null ? words(segment) : `[${segment.sentence.index}:${words(segment)}${segment.last ? '✓' : ''}]`,
      );
      out.push(line.join(''));
    });
  }
  return out.join(' / ');
}

describe('references to regulations', () => {
  const text = '앞 **「학칙」 제25조**에 따라 [†1].';
  const start = text.indexOf('「');
  const end = text.indexOf('조') + 1;
  const laid = (): [string, boolean, boolean][] => {
    const shown = view(text, [text], [[cite(1, text.indexOf('[†1]'), text.indexOf('[†1]') + 4)]]);
    const statute = { text: text.slice(start, end), start, end, standing: 'found' as const, regulation: '학칙', articles: [] };
    if (shown.sentences[0]) shown.sentences[0].statutes = [statute];
    const out: [string, boolean, boolean][] = [];
    for (const block of overlay(shown)) {
      mapInline(block, (segments: Segment[]) => {
        for (const { fragments } of segments) for (const one of fragments) out.push([one.text, one.statute !== null, one.strong]);
      });
    }
    return out;
  };

  test('stand in a fragment of their own, in the look of their words', () => {
    expect(laid()).toContainEqual(['「학칙」 제25조', true, true]);
    expect(laid().filter(([, statute]) => statute)).toHaveLength(1);
  });

  test('are not parted from themselves at the end of a sentence', () => {
    const fragment = { text: '「학칙」 제25조', start: 0, end: 9, citations: null, statute: {} } as never;
    expect(splitTail([fragment])).toEqual({ head: [fragment], tail: [] });
  });
});

describe('sentences and chips over Markdown', () => {
  test('bold, chips, trailing space', () => {
    const text = 'One **bold** claim [†1]. Two.';
    const mark = text.indexOf('[†1]');
    expect(show(view(text, ['One **bold** claim [†1]. ', 'Two.'], [[cite(1, mark, mark + 4)]]))).toBe(
      '[0:One bold claim {1}.✓] [1:Two.✓]',
    );
  });

  test('a bold run over two sentences', () => {
    expect(show(view('**One. Two.** Three.', ['**One. ', 'Two.** ', 'Three.']))).toBe('[0:One.✓] [1:Two.✓] [2:Three.✓]');
  });

  test('list items', () => {
    expect(show(view('- 하나다.\n- 둘이다.\n', ['- 하나다.\n', '- 둘이다.\n']))).toBe('[0:하나다.✓] / [1:둘이다.✓]');
  });

  test('a sentence over two lines and blocks carries one mark', () => {
    expect(show(view('> 첫 줄\n> 둘째 줄.\n', ['> 첫 줄\n> 둘째 줄.\n']))).toBe('[0:첫 줄\n둘째 줄.✓]');
    expect(show(view('| a | b |\n|--|--|\n| 1 | 2 |', ['| a | b |\n|--|--|\n', '| 1 | 2 |']))).toBe(
      '[0:a] / [0:b✓] / [1:1] / [1:2✓]',
    );
  });

  test('several citations in one mark are several chips', () => {
    const text = 'Claim [1, 2].';
    const both = [cite(1, 6, 12, '[1, 2]'), cite(2, 6, 12, '[1, 2]')];
    expect(show(view(text, [text], [both]))).toBe('[0:Claim {1}{2}.✓]');
  });

  test('a mark that looks like a link is a chip', () => {
    const text = 'Claim [1](see below).';
    expect(show(view(text, [text], [[cite(1, 6, 9, '[1]')]]))).toBe('[0:Claim {1}(see below).✓]');
  });

  test('the list of references opens what the numbers cited', () => {
    const text = 'Claim [†1].\n\n- [†1] file.pdf, p.10\n- [†7] unknown';
    expect(show(view(text, ['Claim [†1].\n\n'], [[cite(1, 6, 10)]]))).toBe(
      '[0:Claim {1}.✓] / {1} file.pdf, p.10 / [†7] unknown',
    );
  });

  test('marks in code are text', () => {
    const text = 'Claim [†1]. `a[†1]`';
    expect(show(view(text, ['Claim [†1]. '], [[cite(1, 6, 10)]]))).toBe('[0:Claim {1}.✓] a[†1]');
  });

  test('emoji and Korean keep their places', () => {
    const text = '😀😀 **이모지** 문장 [†1]. 다음 😀.';
    const mark = text.indexOf('[†1]');
    expect(show(view(text, ['😀😀 **이모지** 문장 [†1]. ', '다음 😀.'], [[cite(1, mark, mark + 4)]]))).toBe(
      '[0:😀😀 이모지 문장 {1}.✓] [1:다음 😀.✓]',
    );
  });

  test('text that no sentence covers yet is shown', () => {
    expect(show(view('Done. Still writ', ['Done. ']))).toBe('[0:Done.✓] Still writ');
  });
});

test('the words of a sentence are without marks', () => {
  const text = '- One **bold** claim [†1].\n- Two.';
  const mark = text.indexOf('[†1]');
  const shown = view(text, ['- One **bold** claim [†1].\n', '- Two.'], [[cite(1, mark, mark + 4)]]);
  expect([0, 1].map((index) => wordsOf(overlay(shown), index))).toEqual(['One bold claim.', 'Two.']);
});

test.each([
  ['One claim [†1].', 'One claim ', '{1}.'],
  ['One claim. [†1]', 'One claim. ', '{1}'],
  ['One **bold claim**.', 'One bold ', 'claim.'],
  ['휴학은 3년이다.', '휴학은 ', '3년이다.'],
  ['See `some code`', 'See some code', ''],
  ['Word.', '', 'Word.'],
  ['https://example.org/a/very/long/address', 'https://example.org/a/very/long/address', ''],
])('what stays with the verdict mark: %j', (text, head, tail) => {
  const mark = text.indexOf('[†1]');
  const shown = view(text, [text], [mark < 0 ? [] : [cite(1, mark, mark + 4)]]);
  const words = (fragments: { text: string; citations: Citation[] | null }[]): string =>
    fragments.map((fragment) => (fragment.citations ? '{1}' : fragment.text)).join('');
  for (const block of overlay(shown)) {
    mapInline(block, (segments) => {
      const parts = splitTail(segments.at(-1)?.fragments ?? []);
      expect([words(parts.head), words(parts.tail)]).toEqual([head, tail]);
    });
  }
});

describe('drawing again', () => {
  test('only what changed is another object', () => {
    const first = keepSame([], overlay(view('# A\n\nOne.\n\nTw', ['# A\n\n', 'One.\n\n'])));
    const next = keepSame(first, overlay(view('# A\n\nOne.\n\nTwo is', ['# A\n\n', 'One.\n\n'])));
    expect(next.map((block, index) => block === first[index])).toEqual([true, true, false]);
    const judged = view('# A\n\nOne.\n\nTwo is', ['# A\n\n', 'One.\n\n']);
    const sentences = judged.sentences.map((sentence) => ({ ...sentence, status: 'uncertain' as const }));
    expect(keepSame(next, overlay({ ...judged, sentences })).map((block, index) => block === next[index])).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('levels of heading', () => {
    expect(headingLevels(overlay(view('### C\n\n## B\n\n### C', [])))).toEqual([2, 3]);
  });
});

describe('links', () => {
  /** The words of a text with the host behind each link, as the page shows them. */
  function linked(text: string): string {
    const out: string[] = [];
    for (const block of overlay(view(text, []))) {
      mapInline(block, (segments) => {
        for (const { fragments } of segments) out.push(...fragments.map(({ text, host }) => text + (host === undefined ? '' : ` (${host})`)));
      });
    }
    return out.join('');
  }

  test('say where they lead, unless their words do', () => {
    expect(linked('See [the **whole** form](https://forms.example/a?b) now.')).toBe('See the whole form (forms.example) now.');
    expect(linked('자세한 것은 [양식](http://forms.example:8080/a)에.')).toBe('자세한 것은 양식 (forms.example:8080)에.');
    expect(linked('See https://forms.example/a and <https://forms.example>.')).toBe('See https://forms.example/a and https://forms.example.');
    expect(linked('[forms.example](https://forms.example/a) [글](mailto:a@b.example)')).toBe('forms.example 글 (a@b.example)');
  });

  test('that pass for another are seen through', () => {
    expect(linked('[https://bank.example/](https://evil.example/)')).toBe('https://bank.example/ (evil.example)');
    expect(linked('[은행](https://bank.example@evil.example/)')).toBe('은행 (evil.example)');
    expect(linked('[bаnk.example](https://bаnk.example/)')).toBe('bаnk.example (xn--bnk-6cd.example)');
    expect(linked('https://bаnk.example/')).toBe('https://bаnk.example/ (xn--bnk-6cd.example)');
    expect(linked('[x](https://a.example)[y](https://b.example)')).toBe('x (a.example)y (b.example)');
  });

  test('that end a sentence show it once', () => {
    const shown = view('See [the long form](https://forms.example).', ['See [the long form](https://forms.example).']);
    const hosts: string[] = [];
    for (const block of overlay(shown)) {
      mapInline(block, (segments) => {
        for (const segment of segments) {
          const { head, tail } = splitTail(segment.fragments);
          for (const { host } of [...head, ...tail]) if (host !== undefined) hosts.push(host);
        }
      });
    }
    expect(hosts).toEqual(['forms.example']);
  });
});
