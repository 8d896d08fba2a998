/** Tables, lists, steps of undo and what a slash offers: the parts that decide without a browser. */
import { history, undo } from 'prosemirror-history';
import { EditorState, TextSelection, type Command, type Transaction } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { celled, cellsPlugin, deleteChosen } from '../src/editor/cells';
import { TOOLS, type Tool } from '../src/editor/commands';
import { shifted } from '../src/editor/lists';
import { docOf, Places, textOf } from '../src/editor/schema';
import { Steps } from '../src/editor/steps';
import { codeAt, gridsOf, styleKey, stylePlugin } from '../src/editor/style';
import { inTable, insertTable, placeAt, rowsOf, spread, step, tableOf } from '../src/editor/tabling';
import { cellOf, rowOf, wordsOf } from '../src/editor/tables';
import { htmlOf } from '../src/markdown/html';
import { closing } from '../src/draft/closing';
import { toolsFor } from '../src/draft/editing';

/** A small generator, so that a failure can be run again. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

const WORDS = ['', 'a', '한글', '휴학 3년', '|', 'a|b', '\\', '\\|', '||', 'x\\\\|y', '😀', '**b**', '`c|d`', 'H<sub>2</sub>O', '---', ':-:', 'two\nlines', '-', 'e\u0301', '[^1]'];

function grid(next: (below: number) => number): string[][] {
  const columns = 1 + next(6);
  return Array.from({ length: 1 + next(6) }, () => Array.from({ length: columns }, () => WORDS[next(WORDS.length)] ?? ''));
}

function opened(text: string): EditorState {
  return EditorState.create({ doc: celled(docOf(text)), plugins: [cellsPlugin(() => false), history(), stylePlugin(() => false)] });
}

function at(state: EditorState, offset: number, to = offset): EditorState {
  const places = new Places(state.doc);
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, places.position(offset), places.position(to))));
}

function run(state: EditorState, command: Command): EditorState {
  let out = state;
  command(state, (tr) => (out = out.apply(tr)));
  return out;
}

/** What a table says: its cells, without the line under its head. */
function read(state: EditorState): string[][] {
  return gridsOf(styleKey.getState(state)).flatMap(({ rows, aligns }) =>
    rows.filter((_row, index) => index !== 1).map(({ line }) => {
      const { cells } = rowOf(line.textContent);
      return aligns.map((_align, column) => wordsOf(cells[column] ? line.textContent.slice(cells[column].from, cells[column].to) : ''));
    }),
  );
}

/** Every row has as many cells as the head, and what is marked as a cell is one. */
function whole(state: EditorState): void {
  for (const { rows, aligns } of gridsOf(styleKey.getState(state))) {
    rows.forEach(({ line }, index) => {
      const { cells, aligns: rule } = rowOf(line.textContent);
      if (index === 1) expect(rule, textOf(state.doc)).not.toBeNull();
      expect(cells.length, textOf(state.doc)).toBe(aligns.length);
      if (index !== 1) expect(line.children.map(({ marks }) => marks[0]?.attrs['column'])).toEqual(cells.map((_cell, column) => column));
    });
  }
}

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

describe('tables', () => {
  test.each(SEEDS)('any grid is the same through Markdown: %i', (seed) => {
    const words = grid(numbers(seed));
    const lines = tableOf(words);
    const trimmed = words.map((row) => row.map((cell) => cell.trim()));
    expect(lines.filter((_line, index) => index !== 1).map((line) => rowOf(line).cells.map(({ from, to }) => wordsOf(line.slice(from, to))))).toEqual(trimmed);
    expect(read(opened(`x\n\n${lines.join('\n')}\n`))).toEqual(trimmed);
  });

  test.each(WORDS)('%j comes out of a cell as it went in', (words) => {
    expect(wordsOf(cellOf(words))).toBe(words.trim());
    expect(rowOf(`|${cellOf(words)} |`).cells).toHaveLength(1);
  });

  const COMMANDS: Tool[] = ['rowAbove', 'rowBelow', 'rowDelete', 'columnBefore', 'columnAfter', 'columnDelete', 'alignLeft', 'alignCenter', 'alignRight', 'tableDelete', 'table'];

  test.each(SEEDS)('every command leaves a table, and undo the text to the byte: %i', (seed) => {
    const next = numbers(seed + 100);
    const end = next(2) === 0 ? '\n' : '\r\n';
    const [before, after] = [['', 'Before.\n', '# x\n\n'][next(3)] ?? '', ['', '\nAfter.', '\n\nEnd.\n'][next(3)] ?? ''];
    const text = `${before}${tableOf(grid(next)).join('\n')}${after}`.replaceAll('\n', end);
    for (const command of [...COMMANDS.map((name) => TOOLS[name]), inTable(step(1)), inTable(step(-1)), inTable(spread(grid(next)))]) {
      const start = at(opened(text), before.length + before.split('\n').length * (end.length - 1) + 2 + next(Math.max(1, text.length - before.length - after.length - 4)));
      expect(textOf(start.doc)).toBe(text);
      const done = run(start, command);
      whole(done);
      const back = run(done, undo);
      expect(textOf(done.doc) === text ? textOf(done.doc) : textOf(back.doc)).toBe(text);
      whole(back);
    }
  });

  test('commands do to the grid what they say', () => {
    const start = at(opened('| a | b |\n|:--|---|\n| c | d |\n'), '| a | b |\n|:--|---|\n| c | d'.length);
    const after = (name: Tool): string => textOf(run(start, TOOLS[name]).doc);
    expect(after('rowAbove')).toBe('| a | b |\n|:--|---|\n|  |  |\n| c | d |\n');
    expect(after('rowBelow')).toBe('| a | b |\n|:--|---|\n| c | d |\n|  |  |\n');
    expect(after('rowDelete')).toBe('| a | b |\n|:--|---|\n');
    expect(after('columnBefore')).toBe('| a |  | b |\n|:--|---|---|\n| c |  | d |\n');
    expect(after('columnAfter')).toBe('| a | b |  |\n|:--|---|---|\n| c | d |  |\n');
    expect(after('columnDelete')).toBe('| a |\n|:--|\n| c |\n');
    expect(after('alignRight')).toBe('| a | b |\n|:--|--:|\n| c | d |\n');
    expect(after('tableDelete')).toBe('');
    expect(textOf(run(at(start, 3), TOOLS.rowDelete).doc)).toBe('| c | d |\n|:--|---|\n');
    expect(textOf(run(at(start, 3), TOOLS.rowAbove).doc)).toBe('| a | b |\n|:--|---|\n|  |  |\n| c | d |\n');
  });

  test.each([
    ['a\tb\nc\td', [['a', 'b'], ['c', 'd']]],
    ['"x\ny"\t"1 ""q"""\r\n\t\r\n', [['x\ny', '1 "q"'], ['', '']]],
    ['| b | c |\n|---|---|\n| 1\\|2 | 한 |', [['b', 'c'], ['1|2', '한']]],
    ['plain words', null],
    ['two\nlines', null],
  ])('the rows of %j', (text, expected) => {
    expect(rowsOf(text)).toEqual(expected);
  });

  test('rows that are pasted spread over the cells, and the table grows', () => {
    const start = at(opened('| a | b |\n|---|--:|\n| c | d |'), '| a | b |\n|---|--:|\n| c | '.length);
    expect(textOf(run(start, inTable(spread([['1', '2|3'], ['4', '5']]))).doc)).toBe('| a | b |  |\n|---|--:|---|\n| c | 1 | 2\\|3 |\n|  | 4 | 5 |');
    expect(textOf(run(at(start, 2), inTable(spread([['x']]))).doc)).toBe('| x | b |\n|---|--:|\n| c | d |');
  });

  test('a table stands apart from what is around it', () => {
    expect(textOf(run(at(opened('one\ntwo'), 1), insertTable([['a'], ['b']])).doc)).toBe('one\n\n| a |\n|---|\n| b |\n\ntwo');
    expect(textOf(run(at(opened(''), 0), insertTable([['a'], ['b']])).doc)).toBe('| a |\n|---|\n| b |\n');
    expect(textOf(run(at(opened('| x |\n|---|\n'), 2), insertTable([['a']])).doc)).toBe('| x |\n|---|\n\n| a |\n|---|\n');
  });

  test('what is chosen over bars goes without them; what goes with the whole table takes it along', () => {
    const text = 'one\n\n| a | b |\n|---|---|\n| c | d |\n\ntwo';
    const erased = (from: string, to: string): string => textOf(run(at(opened(text), text.indexOf(from), text.indexOf(to) + 1), deleteChosen).doc);
    expect(erased('a', 'b')).toBe(text.replace('a', '').replace('b', ''));
    expect(erased('b', 'c')).toBe(text.replace('b', '').replace('c', ''));
    expect(erased('ne', 'a')).toBe('o\n\n|  | b |\n|---|---|\n| c | d |\n\ntwo');
    expect(erased('d', 'w')).toBe('one\n\n| a | b |\n|---|---|\n| c |  |\n\no');
  });

  test('no code is a table, nor are lines without one under their head', () => {
    expect(read(opened('```\n| a |\n|---|\n```\n| b |\n| c |\n| d | e |\n|---|\n'))).toEqual([]);
    expect(placeAt(opened('| a |\n| b |'), 3)).toBeNull();
  });
});

describe('lists', () => {
  test.each<[string, number, 1 | -1, string | null]>([
    ['1. a\n2. b\n3. c', 1, 1, '1. a\n   1. b\n2. c'],
    ['1. a\n   1. b\n2. c', 1, -1, '1. a\n2. b\n3. c'],
    ['- a\n- b\n  - c\n- d', 1, 1, '- a\n  - b\n    - c\n- d'],
    ['- a\n  - b\n    - c', 1, -1, '- a\n- b\n  - c'],
    ['> - a\n> - b', 1, 1, '> - a\n>   - b'],
    ['- [ ] a\n- [x] b', 1, 1, '- [ ] a\n  - [x] b'],
    ['8. a\n   - x\n9. b\n10. c\n    - y', 2, 1, '8. a\n   - x\n   1. b\n9. c\n   - y'],
    ['- a', 0, 1, '- a'],
    ['- a', 0, -1, '- a'],
    ['- a\n  more\n- b\n  more', 3, 1, '- a\n  more\n  - b\n    more'],
    ['1) 가\n2) 나', 1, 1, '1) 가\n   1) 나'],
    ['plain\ntext', 1, 1, null],
  ])('%j, line %i by %i', (text, line, by, expected) => {
    expect(shifted(text.split('\n'), line, line, by)?.join('\n') ?? null).toBe(expected);
  });

  test.each(SEEDS)('in and out again is where it was, and no words change: %i', (seed) => {
    const next = numbers(seed + 300);
    const sign = ['- ', '* ', '1. ', '- [ ] '];
    let depth = 0;
    const kind = sign[next(sign.length)] ?? '- ';
    const wide = kind.startsWith('1') ? 3 : 2;
    const count = Array.from({ length: 8 }, () => 0);
    const lines = Array.from({ length: 2 + next(8) }, (_, index) => {
      depth = index === 0 ? 0 : Math.max(0, Math.min(depth + 1, depth + next(3) - 1));
      count.fill(0, depth + 1);
      count[depth] = (count[depth] ?? 0) + 1;
      return `${' '.repeat(depth * wide)}${kind.replace('1', String(count[depth]))}item ${index}`;
    });
    const line = next(lines.length);
    const there = shifted(lines, line, line, 1) ?? [];
    expect(there.map((text) => text.replace(/^[\s\d.]*/, ''))).toEqual(lines.map((text) => text.replace(/^[\s\d.]*/, '')));
    if (there.join() !== lines.join()) {
      const back = shifted(there, line, line, -1) ?? [];
      expect(back[line]).toBe(lines[line]);
    }
  });
});

describe('steps of undo', () => {
  function typing(...work: ((state: EditorState) => Transaction | number)[]): EditorState {
    const steps = new Steps();
    let state = EditorState.create({ doc: docOf(''), plugins: [history({ newGroupDelay: Infinity })] });
    let now = 1_000_000;
    for (const make of work) {
      const tr = make(state);
      if (typeof tr === 'number') now += tr;
      else {
        tr.setTime((now += 50));
        if (steps.begins(tr)) tr.setMeta('closeHistory$', true);
        state = state.apply(tr);
      }
    }
    return state;
  }
  const keys = (text: string): ((state: EditorState) => Transaction)[] => [...text].map((char) => ({ tr, selection }) => (char === '\n' ? tr.split(selection.head) : tr.insertText(char)));
  const composed = (id: number, ...states: string[]): ((state: EditorState) => Transaction)[] => states.map((text, index) => ({ tr, selection: { head } }) => tr.insertText(text, head - (index === 0 ? 0 : 1), head).setMeta('composition', id));
  const wait = (): number => 800;
  function taken(state: EditorState): string[] {
    const out: string[] = [];
    for (let now = state; out.length < 12; ) {
      const before = now;
      undo(now, (tr) => (now = now.apply(tr)));
      if (before === now) break;
      out.push(textOf(now.doc));
    }
    return out;
  }

  test('typing over paragraphs is a step for each', () => {
    expect(taken(typing(...keys('one two\nthree\nfour')))).toEqual(['one two\nthree', 'one two', '']);
  });

  test('a pause ends a step where a word does', () => {
    expect(taken(typing(...keys('one tw'), wait, ...keys('o three')))).toEqual(['one two', '']);
    expect(taken(typing(...keys('one two'), wait, ...keys(' three')))).toEqual(['one two', '']);
  });

  test('syllables of a word are one step, however long they take', () => {
    expect(taken(typing(...composed(1, 'ㅎ', '하', '한'), wait, ...composed(2, 'ㄱ', '그', '글'), ...keys(' '), ...composed(3, 'ㅁ', '무')))).toEqual(['한글', '']);
    expect(taken(typing(...composed(1, 'ㅎ'), wait, ...composed(1, '하')))).toHaveLength(1);
  });

  test('a long stretch without a pause is not one step', () => {
    expect(taken(typing(...keys('word '.repeat(50)))).length).toBeGreaterThan(1);
  });
});

describe('what a slash offers', () => {
  test.each([
    ['표', 'table'],
    ['ㅍ', 'table'],
    ['tab', 'table'],
    ['제목2', 'heading2'],
    ['head', 'heading1'],
    ['번호', 'ordered'],
    ['첨', 'sub'],
    ['super', 'sup'],
  ])('%s', (words, tool) => {
    expect(toolsFor(words, false)[0]).toBe(tool);
  });

  test('in a table, what is done to it; nothing for what is no name', () => {
    expect(toolsFor('행', true)).toEqual(['rowDelete', 'rowAbove', 'rowBelow']);
    expect(toolsFor('and so on', false)).toEqual([]);
    expect(toolsFor('', false)).toContain('table');
  });

  test('code is none of its places', () => {
    const doc = docOf('a `b c` d\n```\ne\n```\nf');
    const code = [...'abcdef'].map((char) => codeAt(doc, new Places(doc).position(textOf(doc).indexOf(char))));
    expect(code).toEqual([false, true, true, false, true, false]);
  });
});

describe('the bracket of a citation', () => {
  test.each([
    ['see [', '', ']'],
    ['[@a; ', '', ']'],
    ['[', '] more', ''],
    ['', '', ''],
    ['(', ')', ''],
    ['[x] ', '', ''],
    ['[\n', '', ''],
    ['[', ' [y]', ']'],
  ])('%j, %j', (before, after, expected) => {
    expect(closing(before, after)).toBe(expected);
  });
});

describe('below and above the line', () => {
  test.each([
    ['H<sub>2</sub>O x<sup>n+1</sup>', '<p>H<sub>2</sub>O x<sup>n+1</sup></p>'],
    ['**CO<sub>2</sub>** 배출', '<p><strong>CO</strong><strong><sub>2</sub></strong> 배출</p>'],
    ['<sub>open and `<sub>x</sub>`', '<p>&#60;sub&#62;open and <code>&#60;sub&#62;x&#60;/sub&#62;</code></p>'],
    ['| a<sup>2</sup> |\n|---|', '<table><thead><tr><th>a<sup>2</sup></th></tr></thead><tbody></tbody></table>'],
  ])('%j as HTML', (text, expected) => {
    expect(htmlOf(text).replace(/<strong><sub>2<\/sub><\/strong>|<sub><strong>2<\/strong><\/sub>/, '<strong><sub>2</sub></strong>')).toBe(expected);
  });

  test('tags go on and off', () => {
    const done = run(at(opened('H2O'), 1, 2), TOOLS.sub);
    expect(textOf(done.doc)).toBe('H<sub>2</sub>O');
    expect(textOf(run(done, TOOLS.sub).doc)).toBe('H2O');
    expect(textOf(run(done, TOOLS.sup).doc)).toBe('H<sub><sup>2</sup></sub>O');
  });
});
