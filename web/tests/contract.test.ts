/**
 * Hand-written types against those of the OpenAPI document, where the former are kept because they are decoded or
 * narrowed by hand. What does not fit does not compile (`npm run check`).
 */
import { expectTypeOf, it } from 'vitest';
import type { Action, Choice, Wish } from '../src/draft/api';
import type { Category, PatchStatus } from '../src/draft/wire';
import type * as Wire from '../src/generated/api';
import type { AnswerMetadata, Badge, LogEntry, SentenceData, Source } from '../src/wire';

type Request<Route extends keyof Wire.Routes> = Wire.Routes[Route]['request'];
type Defined<T> = { [Name in keyof T]-?: NonNullable<T[Name]> };

it('sentences, sources and badges are those of the server', () => {
  expectTypeOf<Wire.PartSentence['data']>().toExtend<SentenceData>();
  expectTypeOf<Wire.Source>().toExtend<Source>();
  expectTypeOf<Wire.Badge>().toExtend<Badge>();
  expectTypeOf<Wire.LogEntry['status']>().toExtend<LogEntry['status']>();
  expectTypeOf<Wire.Metadata['status']>().toExtend<NonNullable<AnswerMetadata['status']>>();
});

it('drafts are asked for as the server expects it', () => {
  expectTypeOf<Category>().toEqualTypeOf<Wire.PatchCounts['category']>();
  expectTypeOf<Exclude<keyof Wire.PatchCounts, 'category' | 'proposed'>>().toExtend<PatchStatus>();
  expectTypeOf<Action>().toEqualTypeOf<Request<'POST /api/drafts/{id}/patches/decide'>['action']>();
  expectTypeOf<Choice & { action: Action; baseRevision: number }>().toExtend<Request<'POST /api/drafts/{id}/patches/decide'>>();
  expectTypeOf<Defined<Wish>>().toExtend<Request<'POST /api/drafts/{id}/revise'>>();
  expectTypeOf<{ title: string; text: string; baseRevision: number }>().toExtend<Request<'PUT /api/drafts/{id}'>>();
});
