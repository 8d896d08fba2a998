import { describe, expect, it } from 'vitest';
import { addressOf, passageIn, readRoute, type Route } from '../src/routes';

describe('routes', () => {
  const routes: [string, Route][] = [
    ['#/', { page: 'ask', chat: null }],
    ['#/c/a-1.b~c_2', { page: 'ask', chat: 'a-1.b~c_2' }],
    ['#/w', { page: 'write', draft: null, chat: null }],
    ['#/w/d1', { page: 'write', draft: 'd1', chat: null }],
    ['#/w/d1/c/x', { page: 'write', draft: 'd1', chat: 'x' }],
    ['#/w/c/x', { page: 'write', draft: null, chat: 'x' }],
    ['#/verify', { page: 'verify' }],
    ['#/rules', { page: 'rules', pack: null }],
    ['#/rules/p', { page: 'rules', pack: 'p' }],
    ['#/charts', { page: 'charts' }],
    ['#/keys', { page: 'keys' }],
  ];

  it.each(routes)('%s is read and written', (address, route) => {
    expect(readRoute(address)).toEqual(route);
    expect(addressOf(route)).toBe(address);
  });

  it.each(['', '#', '#/nowhere', '#//', '#/c/', '#/c/a%2Fb', '#/c/<script>'])('%s is the start', (address) => {
    expect(readRoute(address)).toEqual({ page: 'ask', chat: null });
  });

  it('a link of another program names a passage beside the start', () => {
    expect(passageIn('#/p/0197-a')).toBe('0197-a');
    expect(readRoute('#/p/0197-a')).toEqual({ page: 'ask', chat: null });
    for (const other of ['', '#/p/', '#/p/<b>', '#/c/0197-a', '#/']) expect(passageIn(other)).toBeNull();
  });
});
