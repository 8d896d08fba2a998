import { describe, expect, it, test } from 'vitest';
import { decode, type Shape } from '../src/decode';
import openapi from '../src/generated/openapi.json?raw';
import * as shapes from '../src/generated/shapes';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  minItems?: number;
}
const { schemas } = (JSON.parse(openapi) as { components: { schemas: Record<string, Schema> } }).components;

/** The same numbers from 0 to 1 every time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = numbers(20261129);
const below = (end: number): number => Math.floor(random() * end);
const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;
const listOf = <T>(make: () => T, least = 0): T[] => Array.from({ length: least + below(4) }, make);
const WORDS = ['', 'a', '휴학은 3년', '__proto__', 'constructor', '😀 "x"\n'];

/** What a schema allows. */
function example(schema: Schema): Json {
  if (schema.$ref) return example(schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {});
  if ('const' in schema) return schema.const ?? null;
  if (schema.enum) return one(schema.enum);
  if (schema.oneOf) return example(one(schema.oneOf));
  if (schema.allOf || schema.properties) {
    if (Array.isArray(schema.type) && random() < 0.3) return null;
    const parts = (schema.allOf ?? []).map(example);
    if (parts.some((part) => typeof part !== 'object')) return one(parts);
    const made: object = Object.assign({}, ...parts);
    const members = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name) || random() < 0.7);
    return Object.assign(made, Object.fromEntries(members.map(([name, member]) => [name, example(member)]))) as Json;
  }
  switch (one([schema.type ?? 'object'].flat())) {
    case 'string': return one(WORDS);
    case 'integer': return below(1000);
    case 'number': return random();
    case 'boolean': return random() < 0.5;
    case 'array': return listOf(() => example(schema.items ?? {}), schema.minItems);
    case 'null': return null;
    default: return {};
  }
}

function anything(depth = 2): Json {
  const scalar = (): Json => one<Json>([null, true, false, 0, -1, 1e300, ...WORDS]);
  if (depth === 0) return scalar();
  return one<() => Json>([scalar, scalar, () => listOf(() => anything(depth - 1)), () => Object.fromEntries(listOf(() => [one(WORDS), anything(depth - 1)]))])();
}

/** The same with something in it changed, taken away or put in. */
function mutated(value: Json): Json {
  if (typeof value !== 'object' || value === null || random() < 0.1) return random() < 0.5 ? anything() : value;
  if (Array.isArray(value)) return value.flatMap((item) => one([() => [item], () => [mutated(item)], () => [], () => [item, anything()]])());
  const entries = Object.entries(value).flatMap(([name, member]): [string, Json][] => (random() < 0.1 ? [] : [[name, random() < 0.4 ? mutated(member) : member]]));
  return Object.fromEntries(random() < 0.3 ? [...entries, [one([...WORDS, 'later']), anything()]] : entries);
}

const decodeBy = decode as (shape: Shape, value: unknown) => unknown;
const isList = (shape: Shape): shape is readonly [Shape] | readonly [Shape, null] => Array.isArray(shape);
const membersOf = (shape: object): [string, Shape, boolean][] => Object.entries(shape).map(([key, member]) => [key.replace('?', ''), member as Shape, key.endsWith('?')]);

/** What a shape names of a value. */
function named(shape: Shape, value: Json): Json {
  if (value === null || typeof shape !== 'object') return value;
  if (isList(shape)) return shape.length === 2 ? named(shape[0], value) : (value as Json[]).map((item) => named(shape[0], item));
  const given = value as Record<string, Json>;
  return Object.fromEntries(membersOf(shape).flatMap(([name, member]): [string, Json][] => (name in given ? [[name, named(member, given[name] as Json)]] : [])));
}

/** Where a value is not what its type says; null where it is. */
function misfit(shape: Shape, value: unknown, at = ''): string | null {
  if (typeof shape !== 'object') return typeof value === typeof shape ? null : at;
  if (isList(shape)) {
    if (shape.length === 2) return value === null ? null : misfit(shape[0], value, at);
    return Array.isArray(value) ? (value.map((item, place) => misfit(shape[0], item, `${at}/${place}`)).find((found) => found !== null) ?? null) : at;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return at;
  const given = value as Record<string, unknown>;
  const members = membersOf(shape);
  const stranger = Object.keys(given).find((name) => !members.some(([known]) => known === name));
  if (stranger !== undefined) return `${at}/${stranger}`;
  return members.map(([name, member, optional]) => (optional && !(name in given) ? null : misfit(member, given[name], `${at}/${name}`))).find((found) => found !== null) ?? null;
}

describe.each(Object.entries<Shape>(shapes))('%s', (name, shape) => {
  it('comes out of the JSON that its schema allows as it went in', () => {
    for (let round = 0; round < 50; round += 1) {
      const given = example(schemas[name] ?? {});
      expect(decodeBy(shape, given)).toEqual(named(shape, given));
    }
  });

  it('comes out of any JSON as its type says', () => {
    for (let round = 0; round < 200; round += 1) {
      let given = round < 20 ? anything() : example(schemas[name] ?? {});
      for (let change = below(4); change >= 0; change -= 1) given = mutated(given);
      const made = decodeBy(shape, JSON.parse(JSON.stringify(given)));
      expect(misfit(shape, made), JSON.stringify(given)).toBeNull();
    }
  });
});

test('what is missing is empty, and what needs a number that is not there is left out', () => {
  const Part = { id: '', at: 0, to: [0, null], 'note?': '', words: [''] } as const;
  const Whole = { part: Part, parts: [Part], 'other?': Part, may: [Part, null] } as const;
  const empty = { id: '', at: 0, to: null, words: [] };
  expect(decode(Whole, 'x')).toEqual({ part: empty, parts: [], may: null });
  expect(decode(Whole, { part: { id: 7 }, parts: [{ id: 'a' }, { at: 1e999 }, null, { at: 3 }], other: { id: 'b' }, may: {} })).toEqual({ part: empty, parts: [{ ...empty, at: 3 }], may: null });
  expect(decode(Whole, { other: { at: 1, to: 2, note: 3, words: ['a', 4], later: true } }).other).toEqual({ id: '', at: 1, to: 2, words: ['a'] });
});
