/**
 * Hand-written types against those of the OpenAPI document, where the former are kept because they are decoded or
 * narrowed by hand. What does not fit does not compile (`npm run check`).
 */
import { expectTypeOf, it } from 'vitest';
import type { Decoded } from '../src/decode';
import type { Action, Wish } from '../src/draft/api';
import type { Category, PatchStatus } from '../src/draft/wire';
import type * as Wire from '../src/generated/api';
import type * as shapes from '../src/generated/shapes';
import type { Badge, SentenceData, Source } from '../src/wire';

type Request<Route extends keyof Wire.Routes> = Wire.Routes[Route]['request'];
type Defined<T> = { [Name in keyof T]-?: NonNullable<T[Name]> };

it('sentences, sources and badges are those of the server', () => {
  expectTypeOf<Wire.PartSentence['data']>().toExtend<SentenceData>();
  expectTypeOf<Wire.Source>().toExtend<Source>();
  expectTypeOf<Wire.Badge>().toExtend<Badge>();
});

it('what is decoded is what the server describes, with other words as well', () => {
  expectTypeOf<Wire.Metadata>().toExtend<Decoded<typeof shapes.Metadata>>();
  expectTypeOf<Wire.DraftDesk>().toExtend<Decoded<typeof shapes.DraftDesk>>();
  expectTypeOf<Wire.Decided>().toExtend<Decoded<typeof shapes.Decided>>();
  expectTypeOf<Wire.DecisionList>().toExtend<Decoded<typeof shapes.DecisionList>>();
  expectTypeOf<Wire.RevisionList>().toExtend<Decoded<typeof shapes.RevisionList>>();
  expectTypeOf<Wire.LintResult>().toExtend<Decoded<typeof shapes.LintResult>>();
  expectTypeOf<Wire.Problem>().toExtend<Decoded<typeof shapes.Problem>>();
});

it('drafts are asked for as the server expects it', () => {
  expectTypeOf<Category>().toEqualTypeOf<Wire.PatchCounts['category']>();
  expectTypeOf<Exclude<keyof Wire.PatchCounts, 'category' | 'proposed'>>().toExtend<PatchStatus>();
  expectTypeOf<Action>().toEqualTypeOf<Request<'POST /api/drafts/{id}/patches/decide'>['action']>();
  expectTypeOf<{ ids: string[]; action: Action; baseRevision: number }>().toExtend<Request<'POST /api/drafts/{id}/patches/decide'>>();
  expectTypeOf<Defined<Wish>>().toExtend<Request<'POST /api/drafts/{id}/revise'>>();
  expectTypeOf<{ title: string; text: string; baseRevision: number }>().toExtend<Request<'PUT /api/drafts/{id}'>>();
});
