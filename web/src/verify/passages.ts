/**
 * Which passages a text is checked against when the writer numbers the sources: `[2]` is the second chosen source, and
 * its passages are those that fit the paragraphs that cite it. Pure; the searching is the caller's.
 */
import type { SearchHit } from '../wire';

/** A mark of a citation as the gate reads it. */
const MARK = /\[(?:†)?(\d{1,3})\]/g;
/** A search takes no longer question. */
const LONGEST_QUERY = 400;

/** What to look for in the source with this number: the paragraphs that cite it, without their marks. */
export function queriesFor(text: string, number: number): string[] {
  return text
    .split(/\n+/)
    .filter((paragraph) => [...paragraph.matchAll(MARK)].some((mark) => Number(mark[1]) === number))
    .map((paragraph) => paragraph.replace(MARK, ' ').replace(/\s+/g, ' ').trim().slice(0, LONGEST_QUERY))
    .filter((query) => query !== '');
}

/** Passages of one source in one text, and where each of them stands in it. */
export interface Joined {
  content: string;
  parts: { chunkId: string; page: number | null; start: number; end: number }[];
}

const GAP = '\n\n';

/** The passages, each once, in the order of the source's pages. */
export function join(hits: readonly SearchHit[]): Joined {
  const once = [...new Map(hits.map((hit) => [hit.id, hit])).values()].sort((a, b) => (a.page ?? 0) - (b.page ?? 0));
  const joined: Joined = { content: '', parts: [] };
  for (const { id, page, content } of once) {
    if (joined.content !== '') joined.content += GAP;
    const start = joined.content.length;
    joined.content += content;
    joined.parts.push({ chunkId: id, page, start, end: joined.content.length });
  }
  return joined;
}

/** The passage in which a stretch of the joined text begins, with the stretch as the passage counts it. */
export function partAt(joined: Joined, start: number, end: number): { chunkId: string; page: number | null; start: number; end: number } | null {
  const part = joined.parts.find((one) => start >= one.start && start < one.end);
  return part ? { chunkId: part.chunkId, page: part.page, start: start - part.start, end: Math.min(end, part.end) - part.start } : null;
}
