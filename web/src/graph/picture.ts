/** Where the picture of a graph puts entities and their names, and which one lies in a direction. The same input gives the same picture. */
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY, type SimulationNodeDatum } from 'd3-force';
import type { GraphNode, GraphEdge, Neighbourhood } from './api';

/** Most entities that are drawn; the list has all. */
export const DRAWN = 40;
/** Steps of the simulation, after which nothing moves visibly. */
const STEPS = 220;
/** Room at the edges for names, in pixels. */
const ROOM = { x: 48, top: 18, bottom: 34 };
/** A line of a name: its height, and its greatest width in the widths of a Latin letter. */
const LINE = 14;
const WIDEST = 16;
const LETTER = 6.6;

export interface Label {
  x: number;
  /** Of the first line's baseline. */
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

export interface Spot {
  entity: GraphNode;
  x: number;
  y: number;
  radius: number;
  lines: string[];
  /** Where its name has room. */
  label: Label | null;
}

/** The part of a neighbourhood that is drawn: what hangs together most, with the relations between. */
export function drawn({ entities, relations }: Neighbourhood, most = DRAWN): { entities: GraphNode[]; relations: GraphEdge[] } {
  const known = new Set(entities.map((entity) => entity.id));
  const whole = relations.filter(({ source, target }) => known.has(source) && known.has(target) && source !== target);
  const degrees = degreesOf(whole);
  const first = entities
    .toSorted((a, b) => (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0) || b.passages - a.passages)
    .slice(0, most);
  const shown = new Set(first.map((entity) => entity.id));
  return { entities: first, relations: whole.filter(({ source, target }) => shown.has(source) && shown.has(target)) };
}

function degreesOf(relations: readonly GraphEdge[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const { source, target } of relations) {
    for (const id of [source, target]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  }
  return degrees;
}

/** Letters of Hangul and Han are as wide as two of Latin. */
const widthOf = (text: string): number => [...text].reduce((width, letter) => width + (/[\u1100-\u11ff\u2e80-\uffef]/.test(letter) ? 1.85 : 1), 0);

function shortened(text: string): string {
  if (widthOf(text) <= WIDEST) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(kept + segment) > WIDEST - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** A name as it is written in the picture: in two lines at the space nearest to its middle where one is too long. */
export function linesOf(name: string): string[] {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  if (widthOf(plain) <= WIDEST) return [plain];
  const spaces = [...plain.matchAll(/ /g)].map((match) => match.index);
  const off = (at: number): number => Math.abs(widthOf(plain.slice(0, at)) - widthOf(plain.slice(at)));
  const at = spaces.toSorted((a, b) => off(a) - off(b))[0];
  return (at === undefined ? [plain] : [plain.slice(0, at), plain.slice(at + 1)]).map(shortened);
}

/** How far from one another a few entities stand (pixels), and how much of the room that is left they take. */
const FAR = 150;
const STRETCH = 1.5;

/** Places entities in a field, those that hang together near one another, and their names where there is room. */
export function layOut(entities: readonly GraphNode[], relations: readonly GraphEdge[], width: number, height: number): Spot[] {
  const degrees = degreesOf(relations);
  const nodes = entities.map((entity): SimulationNodeDatum & { id: string } => ({ id: entity.id }));
  const reach = Math.min(FAR, Math.sqrt((width * height) / Math.max(1, nodes.length)));
  const links = relations.map(({ source, target }) => ({ source, target }));
  forceSimulation(nodes)
    .force('link', forceLink<(typeof nodes)[number], (typeof links)[number]>(links).id((node) => node.id).distance(reach * 0.9))
    .force('charge', forceManyBody().strength(-reach * 4))
    .force('collide', forceCollide(reach * 0.45))
    .force('x', forceX(0).strength((0.1 * height) / width))
    .force('y', forceY(0).strength(0.1))
    .stop()
    .tick(STEPS);
  const across = fitted(nodes.map((node) => node.x ?? 0), ROOM.x, width - ROOM.x);
  const down = fitted(nodes.map((node) => node.y ?? 0), ROOM.top, height - ROOM.bottom);
  const spots = entities.map((entity, index): Spot => ({
    entity,
    x: across[index] ?? width / 2,
    y: down[index] ?? height / 2,
    radius: Math.min(12, 5 + 1.6 * Math.sqrt(degrees.get(entity.id) ?? 0)),
    lines: linesOf(entity.name),
    label: null,
  }));
  name(spots, width, height);
  return spots;
}

/** Values stretched over a range, but not so far that what hangs together falls apart; what is all in one place is in its middle. */
function fitted(values: readonly number[], from: number, to: number): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const stretch = Math.min(STRETCH, (to - from) / Math.max(1, most - least));
  return values.map((value) => (from + to) / 2 + (value - (least + most) / 2) * stretch);
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The places around an entity where its name can stand, best first. */
function places({ x, y, radius, lines }: Spot): { label: Label; box: Box }[] {
  const width = Math.max(...lines.map(widthOf)) * LETTER;
  const tall = lines.length * LINE;
  const gap = radius + 4;
  const place = (anchor: Label['anchor'], at: number, top: number): { label: Label; box: Box } => {
    const left = anchor === 'middle' ? at - width / 2 : anchor === 'start' ? at : at - width;
    return { label: { x: at, y: top + LINE - 3, anchor }, box: { left, top, right: left + width, bottom: top + tall } };
  };
  return [place('middle', x, y + gap), place('middle', x, y - gap - tall), place('start', x + gap, y - tall / 2), place('end', x - gap, y - tall / 2)];
}

/** Gives each name the first place where it covers nothing; the entities come with the most important first. */
function name(spots: readonly Spot[], width: number, height: number): void {
  const taken: Box[] = spots.map(({ x, y, radius }) => ({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }));
  spots.forEach((spot, own) => {
    const fits = (box: Box): boolean =>
      box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height && !taken.some((other, index) => index !== own && meet(box, other));
    const found = places(spot).find(({ box }) => fits(box));
    if (!found) return;
    spot.label = found.label;
    taken.push(found.box);
  });
}

/** Where a name stands that has no room but must be read: under its entity, within the field. */
export function forced(spot: Spot, width: number): Label {
  const half = (Math.max(...spot.lines.map(widthOf)) * LETTER) / 2;
  return { x: Math.max(half, Math.min(width - half, spot.x)), y: spot.y + spot.radius + LINE + 1, anchor: 'middle' };
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
const WAYS: Record<Arrow, readonly [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export const isArrow = (key: string): key is Arrow => Object.hasOwn(WAYS, key);

/** The entity that an arrow leads to: the next of those that hang together with it in that direction, else the next of all. */
export function towards(spots: readonly Spot[], relations: readonly GraphEdge[], from: string, arrow: Arrow): string | null {
  const start = spots.find((spot) => spot.entity.id === from);
  if (!start) return null;
  const [right, down] = WAYS[arrow];
  const near = new Set(relations.flatMap(({ source, target }) => (source === from ? [target] : target === from ? [source] : [])));
  const cost = (spot: Spot): number => {
    const [x, y] = [spot.x - start.x, spot.y - start.y];
    const along = x * right + y * down;
    // Beside the direction is as good as elsewhere from 60 degrees on.
    return along * 2 <= Math.hypot(x, y) || spot === start ? Infinity : (x * x + y * y) / along;
  };
  for (const among of [spots.filter((spot) => near.has(spot.entity.id)), spots]) {
    const best = among.reduce<Spot | null>((least, spot) => (cost(spot) < (least ? cost(least) : Infinity) ? spot : least), null);
    if (best) return best.entity.id;
  }
  return null;
}
