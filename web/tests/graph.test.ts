import { describe, expect, it } from 'vitest';
import type { GraphNode, GraphEdge } from '../src/graph/api';
import { drawn, isArrow, layOut, linesOf, towards } from '../src/graph/picture';

const entity = (id: string, name = id): GraphNode => ({ id, name, kind: 'name', description: '', passages: 1, chunkIds: [] });
const relation = (source: string, target: string): GraphEdge => ({ id: `${source}-${target}`, source, target, label: 'with', description: '', chunkIds: [] });

/** A hub with so many around it, named as articles are. */
function star(count: number) {
  const entities = [entity('hub', '교원인사규정'), ...Array.from({ length: count }, (_, at) => entity(`s${at}`, `교원인사규정 제${at + 1}조`))];
  return { entities, relations: entities.slice(1).map(({ id }) => relation(id, 'hub')), truncated: false };
}

describe('the picture of a graph', () => {
  it('draws what hangs together most, and no relation without both its ends', () => {
    const { entities, relations } = star(60);
    const shown = drawn({ entities: entities.toReversed(), relations: [...relations, relation('hub', 'elsewhere'), relation('hub', 'hub')], truncated: true });
    expect(shown.entities).toHaveLength(40);
    expect(shown.entities[0]?.id).toBe('hub');
    const ids = new Set(shown.entities.map(({ id }) => id));
    expect(shown.relations).toHaveLength(39);
    for (const { source, target } of shown.relations) expect(ids.has(source) && ids.has(target)).toBe(true);
  });

  it.each([
    ['one', [entity('a')], []],
    ['two without a relation', [entity('a'), entity('b')], []],
    ['a star', star(39).entities, star(39).relations],
    ['a ring', ['a', 'b', 'c', 'd', 'e'].map((id) => entity(id)), ['ab', 'bc', 'cd', 'de', 'ea'].map((two) => relation(two[0] ?? '', two[1] ?? ''))],
  ])('%s: within the field, the same every time, no name on another', (_, entities, relations) => {
    for (const [width, height] of [[330, 260], [640, 460]] as const) {
      const spots = layOut(entities, relations, width, height);
      expect(layOut(entities, relations, width, height)).toEqual(spots);
      for (const { x, y } of spots) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(height);
      }
      for (const [at, a] of spots.entries()) {
        for (const b of spots.slice(at + 1)) {
          const same = a.label && b.label && a.label.anchor === b.label.anchor && Math.abs(a.label.x - b.label.x) < 20 && Math.abs(a.label.y - b.label.y) < 10;
          expect(same, `${a.entity.name} and ${b.entity.name}`).not.toBe(true);
        }
      }
    }
  });

  it.each([
    ['휴학', ['휴학']],
    ['교원인사규정 제3조', ['교원인사규정', '제3조']],
    ['Committee on Student Affairs', ['Committee on', 'Student Affairs']],
    ['학과장\n회의', ['학과장 회의']],
  ])('%j is written as %j', (name, lines) => {
    expect(linesOf(name)).toEqual(lines);
  });

  it('shortens a line without cutting a character in two', () => {
    expect(linesOf('👩‍👩‍👧'.repeat(20))).toEqual([expect.stringMatching(/^(?:👩‍👩‍👧)+…$/u)]);
    expect(linesOf('교육과정편성및운영에관한특별규정시행세칙')[0]).toMatch(/^교육과정편성및운…$/);
  });

  it('arrows lead to neighbours in their direction, and reach all', () => {
    const entities = ['left', 'middle', 'right', 'above', 'island'].map((id) => entity(id));
    const places = { left: [10, 100], middle: [100, 100], right: [190, 100], above: [105, 10], island: [160, 60] } as const;
    const spots = entities.map((one) => {
      const [x, y] = places[one.id as keyof typeof places];
      return { entity: one, x, y, radius: 6, lines: [], label: null };
    });
    const relations = [relation('left', 'middle'), relation('right', 'middle'), relation('middle', 'above')];
    expect(towards(spots, relations, 'middle', 'ArrowLeft')).toBe('left');
    expect(towards(spots, relations, 'middle', 'ArrowRight')).toBe('right');
    expect(towards(spots, relations, 'middle', 'ArrowUp'), 'the neighbour before the nearer island').toBe('above');
    expect(towards(spots, relations, 'above', 'ArrowDown')).toBe('middle');
    expect(towards(spots, relations, 'right', 'ArrowUp'), 'nothing hangs together there').toBe('island');
    expect(towards(spots, relations, 'left', 'ArrowLeft')).toBeNull();
    expect(towards(spots, relations, 'nowhere', 'ArrowLeft')).toBeNull();
    expect(isArrow('ArrowUp') && !isArrow('Enter') && !isArrow('toString')).toBe(true);
  });
});
