import { expect, it } from 'vitest';
import { differing } from '../src/view/differing';

const WIDTH = 4;
/** Twelve white dots, those at these places otherwise. */
const dots = (...places: number[]): Uint8ClampedArray => {
  const all = new Uint8ClampedArray(WIDTH * 3 * 4).fill(255);
  for (const place of places) all[place * 4 + 2] = 140;
  return all;
};

it.each([
  [[], null],
  [[5], { left: 0.25, top: 1 / 3, width: 0.25, height: 1 / 3 }],
  [[0, 11], { left: 0, top: 0, width: 1, height: 1 }],
  [[6, 9], { left: 0.25, top: 1 / 3, width: 0.5, height: 2 / 3 }],
] as const)('the rectangle of what differs: %j', (places, expected) => {
  expect(differing(dots(), dots(...places), WIDTH)).toEqual(expected);
});
