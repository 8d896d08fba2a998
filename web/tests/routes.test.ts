import { describe, expect, it } from 'vitest';
import { addressOf, passageIn, projectIn, readRoute, type Route } from '../src/routes';

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
    expect(passageIn('#/p/0197-a')).toEqual({ chunkId: '0197-a', quote: null });
    expect(readRoute('#/p/0197-a')).toEqual({ page: 'ask', chat: null });
    expect(readRoute('#/p/0197-a?text=three')).toEqual({ page: 'ask', chat: null });
    for (const other of ['', '#/p/', '#/p/<b>', '#/c/0197-a', '#/', '#/?text=a', '#/p?text=a']) expect(passageIn(other)).toBeNull();
  });

  it.each([
    ['text=three%20years', { start: 'three years', end: null }],
    ['text=%ED%9C%B4%ED%95%99%EC%9D%80,%EC%97%86%EB%8B%A4%2E', { start: '휴학은', end: '없다.' }],
    ['page=3&text=a%2Cb%2Fc%3Fd', { start: 'a,b/c?d', end: null }],
    ['text=', null],
    ['text=%E0%A4%A', null],
    ['text=,b', null],
    ['context=a', null],
  ])('a link names the words to mark: %s', (query, quote) => {
    expect(passageIn(`#/p/0197-a?${query}`)).toEqual({ chunkId: '0197-a', quote });
  });
});

it.each([
  ['#/c/a?in=0197-b', '0197-b', { page: 'ask', chat: 'a' }],
  ['#/w/d/c/a?in=p', 'p', { page: 'write', draft: 'd', chat: 'a' }],
  ['#/?in=<b>', null, { page: 'ask', chat: null }],
  ['#/keys', null, { page: 'keys' }],
] as const)('the project stands behind the place: %s', (address, project, route) => {
  expect(projectIn(address)).toBe(project);
  expect(readRoute(address)).toEqual(route);
});
