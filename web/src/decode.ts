/**
 * Decodes untyped JSON by the shapes in generated/shapes.ts, so that nothing which a newer server, an older page or a stranger
 * has written throws or is taken for what it is not. What no shape names is left out; a text that is missing is empty, like a
 * list, and what may be null is null. No number stands for none: an object that may be missing (in a list, as an optional
 * member) is left out with it, and only elsewhere it is 0. A text is kept whatever it says: a newer server has words that this
 * page does not know, and what they count as is said where they are read.
 */

/** A value as it is where there is none; `[one]` is a list, `[one, null]` may be null, and so may be missing what is named `name?`. */
export type Shape = '' | 0 | false | readonly [Shape] | readonly [Shape, null] | { readonly [name: string]: Shape };

/** What comes out of a shape. */
export type Decoded<S> = S extends readonly [infer One, null]
  ? Decoded<One> | null
  : S extends readonly [infer One]
    ? Decoded<One>[]
    : S extends ''
      ? string
      : S extends 0
        ? number
        : S extends false
          ? boolean
          : { -readonly [Name in keyof S as Name extends `${string}?` ? never : Name]: Decoded<S[Name]> } & {
              -readonly [Name in keyof S as Name extends `${infer Bare}?` ? Bare : never]?: Decoded<S[Name]>;
            };

export function decode<S extends Shape>(shape: S, value: unknown): Decoded<S> {
  return read(shape, value, true) as Decoded<S>;
}

/** The value as its shape has it. Where it is not of that shape: what stands for none when there `must` be one, else undefined. */
function read(shape: Shape, value: unknown, must: boolean): unknown {
  if (typeof shape !== 'object') {
    const fits = typeof value === typeof shape && (typeof value !== 'number' || Number.isFinite(value));
    return fits ? value : must ? shape : undefined;
  }
  if (isList(shape)) {
    if (shape.length === 2) return read(shape[0], value, false) ?? null;
    if (Array.isArray(value)) return value.map((one) => read(shape[0], one, false)).filter((one) => one !== undefined);
    return must ? [] : undefined;
  }
  const given = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!given && !must) return undefined;
  const from = (given ? value : {}) as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(shape)) {
    const name = key.replace('?', '');
    const optional = name !== key;
    if (optional && from[name] === undefined) continue;
    const found = read(member, from[name], !optional && (must || member !== 0));
    if (found !== undefined) out[name] = found;
    else if (!optional) return undefined;
  }
  return out;
}

const isList = (shape: Shape): shape is readonly [Shape] | readonly [Shape, null] => Array.isArray(shape);
