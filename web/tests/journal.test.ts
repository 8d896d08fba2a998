import { describe, expect, it } from 'vitest';
import { Early } from '../src/draft/early';
import { Journal } from '../src/draft/journal';
import { around } from '../src/draft/patches';
import { readPatch, type Patch } from '../src/draft/wire';
import { spaced, waiting } from '../src/view/margin.svelte';

const patch = (id: string, more: Record<string, unknown> = {}): Patch => {
  const made = readPatch({ id, start: 0, end: 1, before: 'a', after: 'b', category: 'DETAIL', status: 'streaming', ...more });
  if (!made) throw new Error('no patch');
  return made;
};

describe('the journal', () => {
  const accept = (...ids: string[]) => ({ action: 'accept' as const, ids });

  it('takes back what was done last, whichever it was, and does it again', () => {
    const journal = new Journal();
    for (const deed of ['typing', accept('p1'), 'typing', accept('p2', 'p3')] as const) journal.add(deed);
    expect([journal.undo(), journal.undo(), journal.redo(), journal.undo(), journal.undo(), journal.undo(), journal.undo()]).toEqual([
      accept('p2', 'p3'), 'typing', 'typing', 'typing', accept('p1'), 'typing', null,
    ]);
  });

  it('does nothing again once something new was done', () => {
    const journal = new Journal();
    journal.add('typing');
    journal.undo();
    journal.add(accept('p1'));
    expect(journal.redo()).toBeNull();
    expect(journal.lastDecision()).toEqual(accept('p1'));
  });

  it('forgets what was taken back by name', () => {
    const journal = new Journal();
    journal.add(accept('p1', 'p2'));
    journal.add('typing');
    journal.forget(['p1']);
    expect(journal.lastDecision()).toEqual(accept('p2'));
    journal.forget(['p2']);
    expect([journal.undo(), journal.undo()]).toEqual(['typing', null]);
  });
});

describe('decisions before the end of a revision', () => {
  it('are shown, kept when a patch is told again, and told at the end', () => {
    const early = new Early();
    const start = [patch('p1'), patch('p2'), patch('p3', { status: 'pending' })];
    const first = early.decide(start, 'accept', (one) => one.id !== 'p2');
    expect(first.changed).toEqual(['p1', 'p3']);
    expect(first.patches.map((one) => one.status)).toEqual(['accepted', 'streaming', 'accepted']);
    expect(early.over(patch('p1')).status).toBe('accepted');
    const second = early.decide(first.patches, 'undo', (one) => one.id === 'p3');
    expect(second.patches.map((one) => one.status)).toEqual(['accepted', 'streaming', 'pending']);
    early.decide(second.patches, 'reject', (one) => one.id === 'p2');
    expect(early.ids).toEqual(['p1', 'p2']);
    early.forget(['p1']);
    expect([early.has('p1'), early.has('p2'), early.empty]).toEqual([false, true, false]);
  });
});

describe('a card', () => {
  it('shows the sentence that the change stands in', () => {
    const text = 'One here. Two teh form, three. Four.\nFive';
    const at = text.indexOf('teh');
    expect(around(text, at, at + 3)).toEqual({ before: 'Two ', after: ' form, three.' });
    const korean = '첫 문장이다. 휴학은 3년까지 할수 있다. 끝.';
    const place = korean.indexOf('할수');
    expect(around(korean, place, place + 2)).toEqual({ before: '휴학은 3년까지 ', after: ' 있다.' });
    expect(around(text, text.length, text.length)).toEqual({ before: 'Five', after: '' });
  });

  it('stands at its sentence or below the card before it; the one that is looked at stands at its own', () => {
    const card = (wanted: number | null, active = false) => ({ height: 100, wanted, active });
    expect(spaced([card(50), card(60), card(400)], 10)).toEqual({ tops: [50, 160, 400], end: 500 });
    expect(spaced([card(null), card(null, true)], 10)).toEqual({ tops: [0, 110], end: 210 });
    // Those above make way for the one that is looked at, as far as there is room; those below go on from it.
    expect(spaced([card(200), card(210), card(220, true), card(230), card(900)], 10)).toEqual({ tops: [0, 110, 220, 330, 900], end: 1000 });
    expect(spaced([card(50), card(60, true)], 10).tops).toEqual([0, 110]);
    expect(spaced([], 10)).toEqual({ tops: [], end: 0 });
  });

  it('the lightest cards wait where a stretch of the text has no room for all', () => {
    const card = (wanted: number | null, weight: number, active = false) => ({ wanted, weight, active, height: 100 });
    const some = [card(0, 0), card(10, 2), card(200, 0, true), card(210, 1), card(220, 0), card(600, 0), card(null, 0)];
    for (const [room, waits] of [[600, []], [500, [[4]]], [400, [[0, 4]]], [300, []], [240, [[0, 4]]]] as const) expect([room, waiting(some, 10, room)]).toEqual([room, waits]);
    expect(waiting([card(0, 2), card(2, 0), card(5, 1), card(8, 0), card(9, 0, true), card(160, 0)], 10, 700)).toEqual([[1, 3]]);
    const many = Array.from({ length: 2000 }, (_, at) => card(at % 7, at % 3));
    expect(waiting(many, 10, 500).flat()).toHaveLength(1995);
  });
});
