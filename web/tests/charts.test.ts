import { describe, expect, it } from 'vitest';
import { acceptance, dateIn, duration, everyDay, percent, rateLine, totals } from '../src/charts/series';
import type { AnswerDay } from '../src/generated/api';

const day = (date: string, supported: number, unsupported: number): AnswerDay => ({
  date, answers: 2, judged: supported + unsupported, supported, unsupported, uncertain: 0, removed: 1,
  accuracyRate: supported + unsupported === 0 ? null : supported / (supported + unsupported), badges: { verified: 1, partial: 0, unverified: 1, no_sources: 0 },
});

describe('days', () => {
  it.each([
    ['2026-11-21T23:30:00Z', 'Asia/Seoul', '2026-11-22'],
    ['2026-11-21T23:30:00Z', 'UTC', '2026-11-21'],
    ['2026-11-22T02:00:00Z', 'America/New_York', '2026-11-21'],
  ])('%s in %s', (moment, zone, date) => expect(dateIn(new Date(moment), zone)).toBe(date));

  it('are all there, also over a change of the clocks', () => {
    const days = everyDay({ from: '2026-10-23T10:00:00Z', to: '2026-10-27T10:00:00Z', timeZone: 'Europe/Berlin', answers: [day('2026-10-25', 1, 0)] });
    expect(days.map((one) => one.date)).toEqual(['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
    expect(days.filter((one) => one.sums !== null)).toHaveLength(1);
  });

  it('of one day are one', () => {
    expect(everyDay({ from: '2026-11-22T00:10:00Z', to: '2026-11-22T09:00:00Z', timeZone: 'UTC', answers: [] })).toHaveLength(1);
  });
});

describe('the line of the rate', () => {
  const days = everyDay({
    from: '2026-11-01T00:00:00Z', to: '2026-11-05T00:00:00Z', timeZone: 'UTC',
    answers: [day('2026-11-01', 1, 0), day('2026-11-02', 1, 1), day('2026-11-04', 0, 2), day('2026-11-05', 0, 0)],
  });

  it('is solid from day to day and dashed over gaps', () => {
    const line = rateLine(days, 400, 100);
    expect(line.solid).toBe('M0 0L100 50');
    expect(line.dashed).toBe('M100 50L300 100');
    expect(line.points.map((point) => [point.x, point.y, point.rate])).toEqual([[0, 0, 1], [100, 50, 0.5], [300, 100, 0]]);
  });

  it('of a single day is a point in the middle', () => {
    expect(rateLine(days.slice(0, 1), 400, 100).points[0]).toMatchObject({ x: 200, y: 0 });
  });
});

describe('sums', () => {
  it('are those of all days', () => {
    expect(totals([day('a', 3, 1), day('b', 0, 0)])).toEqual({
      answers: 4, judged: 4, supported: 3, removed: 2, rate: 0.75, badges: { verified: 2, partial: 0, unverified: 2, no_sources: 0 },
    });
    expect(totals([]).rate).toBeNull();
  });

  it.each([
    [3, 1, 0.75],
    [0, 2, 0],
    [0, 0, null],
  ])('%i accepted, %i rejected', (accepted, rejected, rate) => {
    expect(acceptance({ category: 'CORE', proposed: 9, pending: 9, conflict: 9, superseded: 9, accepted, rejected })).toBe(rate);
  });
});

it.each([
  [0, '0 ms'],
  [0.042, '0.04 ms'],
  [1.25, '1.3 ms'],
  [12.4, '12 ms'],
  [999, '999 ms'],
  [1234, '1.2 s'],
  [61_000, '61 s'],
])('%d milliseconds', (milliseconds, words) => expect(duration(milliseconds)).toBe(words));

it.each([
  [null, '–'],
  [0, '0 %'],
  [0.995, '100 %'],
])('%s of one', (share, words) => expect(percent(share)).toBe(words));
