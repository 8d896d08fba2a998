import { describe, expect, it } from 'vitest';
import { chosen, movesTo, named, placeOf, type Shown } from '../src/address';
import { addressOf, readRoute } from '../src/routes';

const NOTHING: Shown = { chat: null, draft: null, writing: false };
const CHAT: Shown = { ...NOTHING, chat: 'c1' };
const AWAY: Shown = { chat: 'c1', draft: 'd1', writing: false };
const BOTH: Shown = { chat: 'c1', draft: 'd1', writing: true };
const DRAFT: Shown = { ...BOTH, chat: null };

describe('the address machine', () => {
  it.each([
    [NOTHING, '#/'],
    [CHAT, '#/c/c1'],
    [AWAY, '#/c/c1'],
    [BOTH, '#/w/d1/c/c1'],
    [DRAFT, '#/w/d1'],
  ])('%j is named %s', (shown, address) => {
    expect(addressOf(placeOf(shown))).toBe(address);
  });

  const none = { startNew: false, putAway: false, chat: null, draft: null };
  it.each([
    ['#/', NOTHING, false, none],
    ['#/', CHAT, false, { ...none, startNew: true }],
    // A question that was asked while the page started is not lost, and the last draft may stay.
    ['#/', BOTH, true, none],
    ['#/', BOTH, false, { ...none, startNew: true, putAway: true }],
    ['#/c/c2', BOTH, false, { ...none, putAway: true, chat: 'c2' }],
    ['#/w', CHAT, false, { ...none, startNew: true, draft: 'any' }],
    ['#/w/d2', NOTHING, false, { ...none, draft: 'd2' }],
    ['#/w/d2/c/c2', BOTH, true, { ...none, chat: 'c2', draft: 'd2' }],
    ['#/verify', BOTH, false, null],
    ['#/rules/p', CHAT, true, null],
  ] as const)('%s with %j shown (starting: %s)', (address, shown, starting, moves) => {
    expect(movesTo(readRoute(address), shown, starting)).toEqual(moves);
  });

  it.each([
    // Asking the first question gives the conversation its name in place; another conversation is a step of the history.
    ['#/', '#/c/c1', false, true],
    ['#/c/c1', '#/c/c2', false, false],
    ['#/c/c1', '#/c/c2', true, true],
    ['#/c/c1', '#/', false, false],
    ['#/c/c1', '#/w/d1/c/c1', false, false],
    ['#/w', '#/w/d1', false, true],
    ['#/w/d1', '#/w/d1/c/c1', false, true],
    ['#/w/d1/c/c1', '#/w/d2/c/c1', false, false],
    ['#/w/d1', '#/c/c1', false, false],
    // Where a draft can be begun, and on the other pages, the address stays.
    ['#/w', '#/c/c1', false, null],
    ['#/verify', '#/c/c1', false, null],
    ['#/charts', '#/w/d1', true, null],
  ] as const)('from %s to %s (arrived: %s)', (before, next, arrived, instead) => {
    expect(named(readRoute(before), readRoute(next), arrived)).toEqual(instead === null ? null : { route: readRoute(next), instead });
  });

  it.each([
    ['ask', '#/', CHAT, '#/c/c1'],
    ['ask', '#/w/d1/c/c1', BOTH, null],
    ['ask', '#/verify', BOTH, '#/c/c1'],
    ['ask', '#/verify', AWAY, '#/c/c1'],
    ['write', '#/', BOTH, '#/w/d1/c/c1'],
    ['write', '#/c/c1', CHAT, '#/w/c/c1'],
    ['write', '#/charts', NOTHING, '#/w'],
  ] as const)('a choice of %s on %s with %j shown', (page, before, shown, address) => {
    const route = chosen(page, readRoute(before), shown);
    expect(route && addressOf(route)).toBe(address);
  });
});
