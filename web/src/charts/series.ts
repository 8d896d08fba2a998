/** From the sums of the server to what charts draw: pure, without a place on the screen except plain numbers. */
import type { AnswerDay, PatchCounts, Stats } from '../generated/api';

const DAY = 86_400_000;

/** The date of a moment in a time zone, as 2026-11-21. */
export function dateIn(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(moment);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
}

export interface Day {
  date: string;
  /** Null on days without an answer. */
  sums: AnswerDay | null;
}

/** Every day of the range, also those on which nothing was asked. */
export function everyDay(stats: Pick<Stats, 'from' | 'to' | 'timeZone' | 'answers'>): Day[] {
  const known = new Map(stats.answers.map((day) => [day.date, day]));
  const out: Day[] = [];
  const last = dateIn(new Date(stats.to), stats.timeZone);
  // Dates are counted at noon of a calendar without daylight saving.
  for (let at = Date.parse(`${dateIn(new Date(stats.from), stats.timeZone)}T12:00:00Z`); out.length < 400; at += DAY) {
    const date = new Date(at).toISOString().slice(0, 10);
    out.push({ date, sums: known.get(date) ?? null });
    if (date >= last) break;
  }
  return out;
}

export interface Point {
  x: number;
  y: number;
  day: AnswerDay;
  rate: number;
}

export interface Line {
  points: Point[];
  /** Between days that follow one another. */
  solid: string;
  /** Over days without a judged citation. */
  dashed: string;
}

/** The accuracy rate over the days, in a field of this size; the rate 1 is at the top. */
export function rateLine(days: readonly Day[], width: number, height: number): Line {
  const step = days.length > 1 ? width / (days.length - 1) : 0;
  const points: (Point & { place: number })[] = [];
  days.forEach(({ sums }, place) => {
    if (sums === null || sums.accuracyRate === null) return;
    const rate = sums.accuracyRate;
    points.push({ place, x: days.length > 1 ? place * step : width / 2, y: (1 - rate) * height, day: sums, rate });
  });
  let solid = '';
  let dashed = '';
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (!before) return;
    const piece = `M${round(before.x)} ${round(before.y)}L${round(point.x)} ${round(point.y)}`;
    if (point.place - before.place === 1) solid += piece;
    else dashed += piece;
  });
  return { points, solid, dashed };
}

const round = (value: number): number => Math.round(value * 10) / 10;

export interface Totals {
  answers: number;
  judged: number;
  supported: number;
  removed: number;
  /** Supported ÷ judged; null when none was judged. */
  rate: number | null;
  badges: AnswerDay['badges'];
}

export function totals(days: readonly AnswerDay[]): Totals {
  const sum = (of: (day: AnswerDay) => number): number => days.reduce((total, day) => total + of(day), 0);
  const judged = sum((day) => day.judged);
  const supported = sum((day) => day.supported);
  return {
    answers: sum((day) => day.answers),
    judged,
    supported,
    removed: sum((day) => day.removed),
    rate: judged === 0 ? null : supported / judged,
    badges: {
      verified: sum((day) => day.badges.verified),
      partial: sum((day) => day.badges.partial),
      unverified: sum((day) => day.badges.unverified),
      no_sources: sum((day) => day.badges.no_sources),
    },
  };
}

/** Accepted ÷ decided; null before the first decision. */
export function acceptance({ accepted, rejected }: PatchCounts): number | null {
  const decided = accepted + rejected;
  return decided === 0 ? null : accepted / decided;
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`;
}

/** A time as people read it: 0.4 ms, 12 ms, 1.2 s. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(milliseconds >= 10_000 ? 0 : 1)} s`;
  if (milliseconds >= 10 || milliseconds === 0) return `${Math.round(milliseconds)} ms`;
  return `${milliseconds.toFixed(milliseconds >= 1 ? 1 : 2)} ms`;
}
