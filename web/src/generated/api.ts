/**
 * The shapes of the HTTP interface, made by scripts/types.mjs out of src/http/openapi.json.
 * Not to be edited: `npm run types` writes this file, and the tests fail when it differs from the document.
 */

/** A count or a place. */
export type Whole = number;

/** An event of a stream; x-itemSchema says what its data is as JSON. */
export type ServerSentEvent = {
  data: string;
  id?: string;
  event?: string;
};

/** A later part with the same id replaces it. */
export type DataPatch = {
  type: 'data-patch';
  id: string;
  data: DraftPatch | EndedPatch;
};

/** A proposal that came to nothing, or gave way to a newer one. */
export type EndedPatch = {
  id: string;
  status: 'withdrawn' | 'superseded';
};

/** What a patch is about, riskiest first. */
export type PatchCategory = 'CORE' | 'EXPRESSION' | 'DETAIL';

export type PatchStatus = 'pending' | 'accepted' | 'rejected' | 'conflict' | 'superseded';

export type PatchOp = 'replace' | 'insert' | 'delete' | 'move';

/** A few words on either side. */
export type PatchContext = {
  before: string;
  after: string;
};

export type GateReading = {
  name: 'form' | 'number' | 'negation' | 'modality' | 'quotation' | 'link' | 'name' | 'direction' | 'roles' | 'content' | 'size' | 'meaning';
  /** What was read: 1.5 → 15, may → must, 38 %. */
  value: string;
  verdict: 'clear' | 'warn' | 'flag' | 'expression' | 'core';
};

/** One change of a text. Offsets are UTF-16 code units. */
export type TextPatch = {
  /** The same for the same change. */
  id: string;
  /** Patches with the same one are one decision: deciding about one decides about all. */
  groupId: string;
  op: PatchOp;
  /** null when the patch has no place in the text any more. */
  start: number | null;
  end: number | null;
  /** Where a moved text goes. */
  to?: number;
  before: string;
  after: string;
  context: PatchContext;
  category: PatchCategory;
  /** 0 (harmless) to 1. */
  risk: number;
  gates: GateReading[];
  /** In the language of the text. */
  reasons: string[];
  /** Rules of the criteria packs behind the patch. */
  ruleIds: string[];
};

/** A patch that waits beside a draft, or has been decided. */
export type DraftPatch = ({
  /** streaming: proposed by a revision that still runs. */
  status: 'streaming' | 'pending' | 'accepted' | 'rejected' | 'conflict' | 'superseded';
  /** The revision of the draft that it was made for. */
  baseRevision: number;
  verdict?: FactVerdict;
  /** Of a conflict: what the writer has there now. */
  present?: string | null;
}) & TextPatch;

/** Whether the sources support the fact that a CORE patch states. */
export type FactVerdict = {
  status: 'supported' | 'unsupported' | 'uncertain' | 'no_source';
  score: number;
  reason: string;
  evidence?: {
    chunkId: string;
    documentId: string;
    title: string;
    page: number | null;
    text: string;
    section_content?: string;
  } | null;
};

export type Work = {
  key: string;
  title: string;
  /** Names with commas between them. */
  authors: string;
  year: number | null;
  /** The journal or the book that it is in, or its publisher. */
  container: string;
  /** Its type in CSL. */
  type: string;
  updatedAt: string;
};

export type WorkList = {
  works: Work[];
  total: number;
};

export type ImportedWorks = {
  added: number;
  replaced: number;
  unchanged: number;
  faults: ({
    /** Of the file, from 1. */
    line: number;
    key: string | null;
    /** What is wrong and how to mend it, in the language of Accept-Language. */
    message: string;
  })[];
};

export type CitationPreview = {
  /** In which the draft goes out. */
  style: 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  works: {
    key: string;
    text: string;
  }[];
  unknown: string[];
};

export type DraftSummary = {
  id: string;
  title: string;
  /** Counts up with every change of the text; a change names the one that the writer saw. */
  revision: number;
  sourceIds: string[];
  criteriaPackIds: string[];
  /** In which it goes out; empty for that of its language. */
  citationStyle: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  createdAt: string;
  updatedAt: string;
};

export type DraftList = {
  drafts: DraftSummary[];
};

export type Draft = {
  text: string;
} & DraftSummary;

/** A draft with what is staged beside it. */
export type DraftDesk = {
  patches: DraftPatch[];
  /** Only when the draft is read: whether this process is writing a revision of it, whose patches are not staged yet. */
  revising?: boolean;
} & Draft;

/** A draft that was made of a file. */
export type ImportedDraft = {
  imported: {
    /** Authors and times of tracked changes, which are suggestions now. */
    changes: number;
    comments: {
      /** It stands beside its words in the draft; otherwise it has none there. */
      kept: boolean;
      author: string;
      at: string;
      text: string;
      /** The words that it was noted to. */
      quote: string;
      start: number;
      end: number;
    }[];
    /** Pictures that did not come along; their descriptions did. */
    pictures: number;
  };
} & DraftDesk;

export type PastedText = {
  text: string;
  pictures: number;
};

export type PatchList = {
  revision: number;
  patches: DraftPatch[];
};

/** The draft after a decision; with brief only the decided patches. */
export type Decided = ({
  /** Ids of the patches that were decided. */
  changed: string[];
  /** Ids of those that could not be, because the writer edited there. */
  conflicts: string[];
  /** With brief: id, start, end, and of a move its target, of every patch that has a place. */
  places?: ((string | number)[])[];
}) & DraftDesk;

export type CommentReply = {
  id: string;
  /** As decidedBy of a decision. */
  author: string;
  body: string;
  createdAt: string;
  updatedAt: string;
};

/** A thread at words of a draft: what was said first, and what answers it. */
export type Comment = ({
  /** When the thread was settled. */
  resolvedAt: string | null;
  /** The words that it was written about. */
  quote: string;
  /** The words that stand there now; null when they are gone. */
  present: string | null;
  /** What became of the words. */
  state: 'kept' | 'changed' | 'gone';
  /** UTF-16 offset in the text of the revision; where the words stood, when they are gone. */
  start: number;
  end: number;
  replies: CommentReply[];
}) & CommentReply;

export type CommentList = {
  /** The revision of the draft that the places are in. */
  revision: number;
  comments: Comment[];
  /** What was added. */
  made?: string;
};

export type DraftRevision = {
  /** From 1, without gaps. */
  revision: number;
  cause: 'create' | 'edit' | 'accept' | 'undo' | 'restore';
  /** Of a restored one: which it was. */
  restoredFrom?: number;
  createdAt: string;
  /** Size of the text in UTF-8. */
  bytes: number;
  /** How many decisions led to it. */
  decisions: number;
  text?: string;
};

export type RevisionList = {
  revisions: DraftRevision[];
  total: number;
  /** The before of the next page; null at the end. */
  next: number | null;
};

export type PatchDecision = {
  id: string;
  patchId: string;
  decision: 'accept' | 'reject' | 'undo';
  decidedBy: string;
  category: PatchCategory;
  ruleIds: string[];
  before: string;
  after: string;
  /** The draft's revision after it. */
  revision: number;
  createdAt: string;
  op: PatchOp;
  context: PatchContext;
  reasons: string[];
  /** Where the patch stands now. */
  status: PatchStatus;
};

export type DecisionList = {
  decisions: PatchDecision[];
  total: number;
  /** The offset of the next page; null at the end. */
  next: number | null;
};

export type DraftLint = {
  /** Of the draft that was read. */
  revision: number;
} & LintResult;

export type Classified = {
  patches: TextPatch[];
  /** The riskiest; DETAIL when nothing changed. */
  category: PatchCategory;
};

export type OpenAiFault = {
  error: {
    /** What is wrong and how to mend it, in the reader's language. */
    message: string;
    type: 'invalid_request_error' | 'permission_error' | 'rate_limit_error' | 'server_error';
    /** The offending field of the request. */
    param: string | null;
    code: string;
  };
};

export type Problem = {
  type: string;
  title: string;
  status: number;
  /** What is wrong and how to mend it, in the reader's language. */
  detail: string;
  /** The offending field of the request: messages[0].role; body or query when it is none. */
  field?: string;
  /** Where in a JSON body, in characters, from 1. */
  at?: {
    line: number;
    column: number;
  };
  /** Most bytes of a body that was too large. */
  limit?: number;
};

export type Language = 'ko' | 'en';

/** How sources are looked up: naive searches the passages, local goes by the entities that the question names, global by those that are about what it is about, hybrid by both, mix by both and the passages. A response names the mode that ran: naive where the graph has nothing of the question. */
export type Mode = 'naive' | 'local' | 'global' | 'hybrid' | 'mix';

export type Grade = 'High' | 'Medium' | 'Low';

/** direct: talk that asks nothing of the sources; shown without a badge. */
export type Badge = 'verified' | 'partial' | 'unverified' | 'no_sources' | 'direct';

export type SentenceKind = 'claim' | 'heading' | 'question' | 'code' | 'table' | 'meta';

export type SentenceStatus = 'judging' | 'supported' | 'unsupported' | 'uncertain' | 'unknown_source' | 'uncited' | 'not_a_claim';

/** The finding that rejected the sentence whatever its similarity. */
export type Veto = 'number' | 'quotation' | 'negation' | 'direction' | null;

export type ChatRequest = {
  /** The conversation. */
  id: string;
  /** The last message of the user is the question. */
  messages?: UiMessage[];
  /** The question, instead of or after messages. */
  message?: UiMessage | null;
  trigger?: 'submit-message' | 'regenerate-message' | 'resume-stream' | null;
  messageId?: string | null;
  mode?: Mode | null;
  criteriaPackIds?: string[];
  /** Only these sources; all when empty. */
  sourceIds?: string[];
  filter?: Filter;
  draftId?: string | null;
  /** Hold every sentence until it is judged. */
  strict?: boolean | null;
  language?: Language | null;
};

/** A message as AI SDK clients keep it. */
export type UiMessage = {
  id?: string | null;
  role: string;
  parts?: UiPart[];
  /** Plain text, as older clients send it. */
  content?: string | null;
};

export type UiPart = {
  type: string;
  text?: string;
};

/** One part of an answer. A part with the type and id of an earlier one replaces it. */
export type Part = PartStart | PartStep | PartSource | PartSourceUrl | PartTextStart | PartTextDelta | PartTextEnd | PartSentence | PartEdit | PartCriteria | PartReplay | PartSuperseded | PartMetadata | PartFinish | PartAbort | PartError;

export type PartStart = {
  type: 'start';
  messageId: string;
  messageMetadata: {
    verified: 'pending';
  };
};

export type PartStep = {
  type: 'data-step';
  id: string;
  data: {
    name: 'route' | 'plan' | 'retrieve' | 'web' | 'generate' | 'check' | 'grade';
    state: 'running' | 'done' | 'skipped';
    detail: string;
  };
};

/** The N-th of these is source N. */
export type PartSource = {
  type: 'source-document';
  sourceId: string;
  mediaType: string;
  title: string;
  filename: string;
  providerMetadata: {
    stet: {
      documentId: string;
      chunkId: string;
      page: number | null;
      grade: Grade;
      score: number;
      /** Words of it were recognised on a picture of a page (OCR); missing otherwise. */
      recognised?: true;
      article?: SourceArticle;
      gone?: Gone;
    };
  };
};

/** A source on the web, counted with the documents. */
export type PartSourceUrl = {
  type: 'source-url';
  sourceId: string;
  url: string;
  title: string;
  providerMetadata: {
    stet: {
      grade: Grade;
      score: number;
    };
  };
};

/** Only in stored conversations: it was deleted since. What is quoted of it is what it said then. */
export type Gone = true;

/** The article of a regulation that the source is. */
export type SourceArticle = {
  regulation: string;
  article: string;
  title: string | null;
  /** The sentence that says what the article rules. */
  keySentence: string;
  href: string;
};

/** A reference to a regulation in the words of the sentence. */
export type StatuteCitation = {
  text: string;
  /** UTF-16 code units in the text. */
  start: number;
  end: number;
  /** found: it leads to an article. completed: it says too little, and only one article can be meant. named: a stored regulation without an article. quoted: only a source of the answer has it. repealed: the article was repealed, and the sentence says so. */
  standing: 'found' | 'completed' | 'named' | 'quoted' | 'repealed';
  regulation: string | null;
  /** Stet completed it, or put it in the place of a wrong one; missing where it is the writer's own. */
  put?: boolean;
  /** The sentence rests on it, and no article is known that it means. */
  incomplete?: boolean;
  /** One, or the first eight of a range; none for a regulation alone. */
  articles: ({
    id: string;
    regulation: string;
    article: string;
    title: string | null;
    /** What the article, or the paragraph that is cited, rules. */
    keySentence: string;
    /** The article, or its beginning. */
    text: string;
    truncated: boolean;
    /** The article as it stands in the store. */
    href: string;
    gone?: Gone;
  })[];
};

export type PartTextStart = {
  type: 'text-start';
  id: string;
  providerMetadata: {
    stet: {
      textId: string;
    };
  };
};

export type PartTextDelta = {
  type: 'text-delta';
  id: string;
  delta: string;
};

export type PartTextEnd = {
  type: 'text-end';
  id: string;
  /** In the shape of the AI SDK 7; older clients ignore it. */
  citations: SdkCitation[];
};

export type SdkCitation = {
  source: {
    type: 'source';
    sourceType: 'document';
    id: string;
    mediaType: string;
    title: string;
    filename: string;
  };
  startIndex: number;
  endIndex: number;
  citedText?: string;
};

export type PartSentence = {
  type: 'data-sentence';
  id: string;
  data: {
    /** From 0. */
    index: number;
    textId: string;
    /** UTF-16 code units in the text with this textId. */
    start: number;
    end: number;
    kind: SentenceKind;
    status: SentenceStatus;
    /** Similarity to the cited sources, 0 to 1. */
    score: number;
    reason: string;
    veto: Veto;
    by?: Decider;
    citations: Citation[];
    statutes: StatuteCitation[];
    removed: RemovedMark[];
    /** The citation that it could have: of the only source which supports it. Its place is where the mark would stand, its number that of the source. */
    suggested?: Citation;
    against?: Against;
  };
};

/** What the nearest source that was held against a sentence has in its place: of a sentence that is unsupported or uncertain. */
export type Against = {
  sourceId: string;
  /** The stored passage, where it is one. */
  chunkId?: string;
  page: number | null;
  /** UTF-16 code units in the source's text. */
  start: number;
  end: number;
  text: string;
  /** A value of the sentence, as it is written there, of which the source states another. */
  yours?: string;
  /** The value of the source, as it is written there. */
  theirs?: string;
};

export type Citation = {
  number: number;
  mark: string;
  sourceId: string | null;
  start: number;
  end: number;
  evidence: null | {
    chunkId: string;
    page: number | null;
    /** UTF-16 code units in the passage. */
    start: number;
    end: number;
    text: string;
    gone?: Gone;
  };
  /** True where Stet put the citation: the model had written none, or another number. */
  put?: boolean;
};

export type RemovedMark = {
  mark: string;
  reason: string;
};

/** A change to text that was sent; applied in the order of seq. */
export type PartEdit = {
  type: 'data-edit';
  id: string;
  data: {
    /** From 1. */
    seq: number;
    textId: string;
    start: number;
    end: number;
    replacement: string;
    reason: string;
  };
};

/** A writer's rule that a sentence breaks. */
export type PartCriteria = {
  type: 'data-criteria';
  id: string;
  data: {
    packId: string;
    ruleId: string;
    /** Id of the data-sentence part. */
    sentence: string;
    /** The text that breaks the rule. */
    textId?: string;
    message: string;
  };
};

/** Everything comes anew: what a reader has of the message counts no more. Sent before the first part where the place that Last-Event-ID names is not known; it has no id of an event. */
export type PartReplay = {
  type: 'data-replay';
  data: {
    messageId: string;
  };
  transient: true;
};

/** This text is not part of the message; a new attempt follows. */
export type PartSuperseded = {
  type: 'data-superseded';
  id: string;
  data: {
    textId: string;
    reason: string;
  };
};

export type PartMetadata = {
  type: 'message-metadata';
  messageMetadata: Metadata;
};

export type PartFinish = {
  type: 'finish';
  finishReason: 'stop' | 'length' | 'content-filter' | 'error' | 'other';
  messageMetadata: Metadata;
};

/** The user stopped the answer, or the server shut down. */
export type PartAbort = {
  type: 'abort';
  reason: string;
};

/** A fault of the system. */
export type PartError = {
  type: 'error';
  errorText: string;
};

/** Which layer decided, of a sentence that was judged: words, a model of entailment on the server, or the judge. */
export type Decider = 'words' | 'meaning' | 'model' | 'translation';

/** A check of a message, cheapest first. */
export type Layer = 'citations' | 'rules' | 'meaning' | 'model';

/** Structured result of a message. */
export type Metadata = {
  status: 'complete' | 'stopped' | 'interrupted' | 'failed';
  verified: boolean;
  badge: Badge;
  /** 0 to 1. */
  confidence: number;
  /** Supported citations by judged citations; null when none was judged. */
  accuracy_rate: number | null;
  counts: Counts;
  citations_valid: boolean;
  issues: string[];
  reasoning: string;
  /** Why the message is not whole (stopped, failed, cut at the model's limit of length or by its filter), in words; missing when it is whole. */
  cut_off?: string;
  /** At most five: sources that contradict one another, and what the cited ones warn of; missing when there is nothing. */
  warnings?: string[];
  /** Where the answer says that the sources do not tell: the passage among them that may tell it all the same. Missing otherwise. */
  related?: {
    source_id: string;
    title: string;
    page: number | null;
    /** Its sentence that is nearest to the question. */
    quote: string;
  };
  sources: SourceCard[];
  removed_citations: RemovedCitation[];
  references?: ReferenceCounts;
  verification_log: LogEntry[];
  /** The checks that the message went through. */
  layers?: Layer[];
  evidence_quality: null | Grade;
  criteria: {
    applied: string[];
    violated: string[];
  };
  model: string;
  /** Sentences of the sources, no model. */
  extracts: boolean;
  /** How often the model wrote the answer; the best attempt is the message. */
  attempts: number;
  /** simple: talk, answered directly; history_required: searched for with what was said before. */
  query_type?: 'simple' | 'rag_required' | 'history_required';
  /** The question as it would be asked without its conversation: what was searched for. */
  enhanced_query?: string;
  mode?: Mode;
  /** Tokens of the prompt of the answer, at most; missing where nothing was asked of a model. */
  prompt_tokens?: number;
  /** The things that the question asks for; missing where it asks one. */
  subtasks?: {
    question: string;
    /** Other words that were searched for it. */
    queries: string[];
    /** The numbers of the sources that were found for it. */
    sources: number[];
  }[];
  language: Language;
  /** The text of the message. */
  answer?: string;
  /** Cited sources, as [1]. */
  sources_used?: string[];
  /** Supported sentences without their marks, at most five. */
  key_points?: string[];
  references_table?: ReferenceRow[];
  page_images?: PageImage[];
  entity_references?: EntityReference[];
  /** Cited texts that a person has verified. */
  human_feedback_used?: {
    number: number;
    source_id: string;
    text: string;
  }[];
  /** What the making had to do without, in words; missing when there is nothing. */
  notes?: string[];
  /** Characters of each source that the model saw, where its context was too short for all. */
  shortened_to?: number;
  /** What the model's server counted over all attempts. */
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
  };
  hallucination_check?: HallucinationCheck;
  answer_grade?: AnswerGrade;
  /** Since the question arrived. */
  timings: {
    retrieved_ms: number | null;
    first_token_ms: number | null;
    /** The first text stood whole. */
    written_ms?: number;
    /** The text that is the message was checked, and graded where that is switched on. */
    checked_ms?: number;
    total_ms: number;
    /** Longest time from the end of a sentence to its verdict by words. */
    slowest_verdict_us: number;
  };
};

/** A cited source. */
export type ReferenceRow = {
  number: number;
  source_id: string;
  chunk_id: string;
  title: string;
  file_name: string;
  /** Pages on which the cited words stand. */
  pages: number[];
  category: string;
  /** Citations of it. */
  cited: number;
  gone?: Gone;
};

/** The picture of a cited source. */
export type PageImage = {
  number: number;
  source_id: string;
  page: number | null;
  caption: string | null;
  /** As the document names it. */
  path: string;
  /** Where this server gives it; missing when it does not have the picture. */
  url?: string;
  markdown: string;
};

/** A cited table, figure or embedded presentation. */
export type EntityReference = {
  number: number;
  source_id: string;
  /** presentation, else the category of the passage. */
  kind: string;
  title: string | null;
  keywords: string[];
};

/** How much of an answer its sources do not support. */
export type HallucinationCheck = {
  /** 0: every claim is supported; 1: none is. */
  score: number;
  band: 'supported' | 'minor_details' | 'some_claims' | 'major_claims' | 'fabricated';
  /** A score above it calls for another attempt. */
  threshold: number;
  passed: boolean;
  claims: number;
  /** Claims that count against the answer, at most eight. */
  unsupported_claims: string[];
  /** Those of all attempts, in their order. */
  scores: number[];
};

/** The grade of an answer, 0 to 1 each. */
export type AnswerGrade = {
  completeness: number;
  relevance: number;
  clarity: number;
  /** One less the hallucination score. */
  accuracy: number;
  overall: number;
  feedback: string;
  passed: boolean;
};

export type Counts = {
  sentences: number;
  claims: number;
  supported: number;
  unsupported: number;
  uncertain: number;
  unknown_source: number;
  uncited: number;
};

export type SourceCard = {
  source_id: string;
  document_id: string;
  chunk_id: string;
  media_type: string;
  title: string;
  file_name: string;
  page: number | null;
  grade: Grade;
  /** For this answer, 0 to 1. */
  score: number;
  /** Words of it were recognised on a picture of a page (OCR); missing otherwise. */
  recognised?: true;
  /** Only of a source on the web, whose document and passage are empty. */
  url?: string;
  gone?: Gone;
  /** The article of a regulation that the source is. */
  article?: {
    regulation: string;
    number: {
      number: number;
      branch: number | null;
    };
    title: string | null;
    key_sentence: string;
  };
};

export type RemovedCitation = {
  mark: string;
  source_id: string | null;
  statement: string;
  reason: string;
  fault?: ReferenceFault;
};

/** What became of the references to regulations. */
export type ReferenceCounts = {
  /** Shown, and leading to an article. */
  found: number;
  /** Of these, completed or put right by Stet. */
  put: number;
  /** Shown without an article. */
  incomplete: number;
  /** Not shown as they stood: they led nowhere. */
  unknown: number;
  /** Not shown: the article was repealed. */
  repealed: number;
  /** Not shown: the article does not say it. */
  unsupported: number;
};

/** Something that passages speak of. */
export type Entity = {
  id: string;
  name: string;
  /** term: defined in a text; body: a committee, an office. */
  kind: 'regulation' | 'article' | 'term' | 'body' | 'name';
  /** The title of an article, the meaning of a term; else empty. */
  description: string;
  /** How many passages speak of it. */
  passages: number;
};

export type GraphNode = Entity & {
  /** Passages that speak of it, at most 5; those that an answer cites first. */
  chunkIds: string[];
};

/** with: one sentence names both. */
export type RelationLabel = 'part_of' | 'refers_to' | 'defines' | 'speaks_of' | 'with';

export type GraphEdge = {
  id: string;
  /** The entity that it leads from. */
  source: string;
  target: string;
  label: RelationLabel;
  description: string;
  /** Passages that say so, at most 5; those that an answer cites first. */
  chunkIds: string[];
};

export type AcceptedReference = {
  words: string;
  createdAt: string;
};

/** What was wrong with a reference to a regulation: it leads nowhere, to a repealed article, or to one that does not say it. */
export type ReferenceFault = 'unknown' | 'repealed' | 'unsupported';

/** One judged citation. */
export type LogEntry = {
  /** Null when the citation was removed. */
  citation_number: number | null;
  mark: string;
  statement: string;
  source_file: string | null;
  source_page: number | null;
  is_accurate: boolean;
  /** How sure the status is, 0 to 1: from 0.7 upwards of what is accurate or inaccurate. */
  confidence: number;
  explanation: string;
  status: 'accurate' | 'inaccurate' | 'uncertain' | 'not_a_claim';
  by?: Decider;
};

/** A frame of the client. */
export type SocketRequest = {
  type: 'send';
  requestId: string;
  /** The conversation. */
  id: string;
  trigger?: 'submit-message' | 'regenerate-message' | 'resume-stream';
  messageId?: string;
  messages: UiMessage[];
  /** Stet's extras, as in ChatRequest. */
  body?: Record<string, unknown>;
} | {
  type: 'resume';
  requestId: string;
  id: string;
  /** Number of the last chunk that arrived. */
  lastSequence?: number;
} | {
  type: 'abort';
  requestId: string;
};

/** A frame of the server. */
export type SocketReply = {
  type: 'start' | 'end' | 'no-active';
  requestId: string;
} | {
  type: 'chunk';
  requestId: string;
  /** From 0, without gaps. */
  sequence: number;
  chunk: Part;
} | {
  type: 'error';
  requestId: string;
  errorText: string;
};

export type ChatSummary = {
  id: string;
  title: string;
  createdAt: string;
  updatedAt: string;
};

export type ChatList = {
  chats: ChatSummary[];
};

export type Chat = ChatSummary & {
  messages: ChatMessage[];
};

/** A stored message in the shape that AI SDK clients keep. Parts of an answer are its text, its sources, and the last state of each data part. */
export type ChatMessage = {
  id: string;
  role: 'system' | 'user' | 'assistant';
  parts: ({
    type: 'text';
    text: string;
    state?: 'done';
  } | PartStep | PartSource | PartSentence | PartEdit | PartCriteria | PartSuperseded)[];
  /** Of an answer, the members of Metadata as well, once it has ended. */
  metadata: {
    createdAt: string;
    status?: 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';
  };
};

export type VerifyRequest = {
  /** Finds better passages than the answer when there is no context. */
  question?: string | null;
  answer: string;
  context?: ContextItem[] | null;
  /** Stored sources to look in; not together with context. */
  sourceIds?: string[] | null;
  layers?: {
    citations?: boolean;
    rules?: boolean;
    meaning?: boolean;
    model?: boolean;
  } | null;
  /** By words alone, without a model. */
  quick?: boolean | null;
  requireCitations?: boolean | null;
  /** Least confidence of a verified text. */
  threshold?: number | null;
};

/** A source: bare text, or text with its title, file and page. Other spellings are taken: text, section_content, sectionContent for content; section_title, sectionTitle for title; source_file, fileName for file; source_page for page. */
export type ContextItem = string | {
  id?: string | null;
  title?: string | null;
  file?: string | null;
  page?: number | null;
  content?: string;
  text?: string;
};

export type VerifyResult = {
  verified: boolean;
  confidence: number;
  issues: string[];
  reasoning: string;
  citations_valid: boolean;
  badge: Badge;
  accuracy_rate: number | null;
  counts: Counts;
  /** The checks that the text went through. */
  layers: Layer[];
  sentences: VerifiedSentence[];
  /** The text with the citations that survived. */
  corrected: string;
  verification_log: LogEntry[];
  /** What the cited sources warn of, at most five. */
  warnings: string[];
  sources: ({
    id: string;
    title: string | null;
    page: number | null;
  })[];
  processing_time_ms: number;
};

/** Offsets are UTF-16 code units in the corrected text. */
export type VerifiedSentence = {
  index: number;
  start: number;
  end: number;
  text: string;
  kind: SentenceKind;
  status: SentenceStatus;
  score: number;
  reason: string;
  veto: Veto;
  by?: Decider;
  citations: ({
    number: number;
    mark: string;
    sourceId: string | null;
    start: number;
    end: number;
    evidence: null | {
      page: number | null;
      text: string;
      /** UTF-16 code units in the source's text. */
      start: number;
      end: number;
    };
  })[];
  statutes: StatuteCitation[];
  removed: RemovedMark[];
  /** The citation that it could have: of the only source which supports it. Its place is where the mark would stand, its number that of the source. */
  suggested?: {
    number: number;
    mark: string;
    sourceId: string | null;
    start: number;
    end: number;
  };
  against?: Against;
  /** Where the sentence stands in the text that was given, in UTF-16 code units. */
  origin?: {
    start: number;
    end: number;
  };
};

export type QueryRequest = {
  question: string;
  mode?: Mode | null;
  confidence_threshold?: number | null;
};

export type QueryResult = {
  /** What the model wrote, before the gate. */
  original_answer: string;
  corrected_answer: string;
  mode: Mode;
  sources: SourceCard[];
  removed_citations: RemovedCitation[];
  accuracy_rate: number | null;
  verification_log: LogEntry[];
  verified: boolean;
  badge: Badge;
  confidence: number;
  processing_time_ms: number;
};

export type SearchRequest = {
  query: string;
  mode?: Mode | null;
  topK?: number | null;
  filter?: Filter;
  weights?: {
    semantic: number;
    keyword: number;
  } | null;
};

/** Which passages are looked at. */
export type Filter = {
  sourceIds?: string[];
  pages?: number[];
  categories?: string[];
  chunkType?: string | null;
  language?: Language | null;
  /** Words that the caption holds, in a row and in either case. */
  caption?: string | null;
  /** The same of what describes a table or a figure: anywhere among its names and values, or in one of its fields. */
  entity?: string | null | {
    type?: string | null;
    title?: string | null;
    keyword?: string | null;
  };
};

export type SearchResult = {
  mode: Mode;
  hits: SearchHit[];
};

export type SearchHit = Passage & {
  /** Fused; comparable only within one search. */
  score: number;
  grade: Grade;
  /** Place and cosine among the vectors. */
  semantic: Rank;
  /** Place and BM25 among the words. */
  keyword: Rank;
};

export type Rank = {
  rank: number;
  score: number;
} | null;

export type Passage = {
  id: string;
  documentId: string;
  fileName: string;
  title: string;
  page: number | null;
  pageEnd: number | null;
  category: 'heading1' | 'heading2' | 'heading3' | 'paragraph' | 'list' | 'table' | 'figure' | 'caption' | 'header' | 'footer' | 'footnote' | 'equation' | 'code';
  chunkType: 'text' | 'image' | 'table';
  headings: string[];
  content: string;
  caption: string | null;
  humanFeedback: string | null;
  /** What the document's parser knows of a table, a figure or an embedded presentation; null where there is nothing. */
  entity: unknown;
  /** Where the picture lies, as the document says. */
  imagePath: string | null;
  /** What it says in the other language. */
  translation: string | null;
  /** The model that has translated it; null where the translation came with the document. */
  translationBy: string | null;
  /** Where it stands in its document: to find and to understand it, and no part of what it says. */
  context: string | null;
  /** The article of a regulation that the passage is of. */
  article: {
    regulation: string;
    number: string;
    title: string | null;
  } | null;
};

export type PassageInContext = Passage & {
  /** The version of the source that it is of. */
  version?: number;
  /** A newer version of the source is searched now. */
  superseded?: boolean;
  /** Its words were recognised on a picture of the page (OCR). */
  recognised?: boolean;
  before: Neighbour[];
  after: Neighbour[];
};

export type Neighbour = {
  id: string;
  content: string;
  page: number | null;
};

export type FeedbackRequest = {
  /** Stands for the passage in answers and is what they are held against; null takes it back. */
  text?: string | null;
};

export type Source = {
  /** Of this version. */
  id: string;
  /** The same for all versions. */
  sourceId: string;
  version: number;
  /** How many the source has. */
  versions: number;
  /** The version that is searched. */
  searchedVersion: number | null;
  /** Was searched until a newer version was ready. */
  superseded: boolean;
  /** Where the file lay, if that is known. */
  path: string | null;
  fileName: string;
  title: string;
  mediaType: string;
  bytes: number;
  language: Language;
  status: 'queued' | 'extracting' | 'chunking' | 'embedding' | 'ready' | 'failed';
  /** Of the present status; 1 when ready. */
  progress: number;
  /** Why it failed, in the reader's language. */
  error: {
    title: string;
    detail: string;
  } | null;
  /** How far a model is that adds contexts and translations to its passages; null where none was asked to. The source is searched meanwhile. */
  enrichment: {
    status: 'queued' | 'running' | 'done' | 'failed';
    /** Passages. */
    done: number;
    total: number;
    /** What was left out, or why it has failed, in the reader's language. */
    detail: string | null;
  } | null;
  /** 0 where the format has no pages. */
  pages: number;
  /** Pages that are pictures, whose words were recognised (OCR). */
  recognisedPages: number[];
  /** Pages that are pictures and were not read. */
  unreadPages: number[];
  chunks: number;
  createdAt: string;
  updatedAt: string;
};

export type SourceList = {
  sources: Source[];
  /** Of all pages. */
  total: number;
  /** The offset of the next page; null at the end. */
  next: number | null;
};

export type VersionList = {
  versions: Source[];
};

export type UploadResult = {
  sources: (Source & {
    /** The same bytes were there already. */
    duplicate: boolean;
  })[];
};

export type PageText = {
  sourceId: string;
  fileName: string;
  page: number;
  pages: number;
  text: string;
};

export type RegulationList = {
  regulations: {
    name: string;
    articles: number;
  }[];
};

export type ArticleList = {
  articles: Article[];
};

export type Article = {
  id: string;
  regulation: string;
  article: string;
  title: string | null;
  /** 편, 장, 절 above the article, outermost first. */
  chapterPath: string[];
  content: string;
  page: number | null;
  chunkId: string | null;
  documentId: string;
  /** In the supplementary provisions (부칙). */
  supplementary: boolean;
};

export type RpcMessage = {
  jsonrpc: '2.0';
  /** Of a request; a notification has none. */
  id?: string | number;
  method: string;
  /** What the method takes; what is no object is an error of the protocol, told with status 200. */
  params?: unknown;
};

export type RpcAnswer = {
  jsonrpc: '2.0';
  id?: string | number | null;
  result?: Record<string, unknown>;
  error?: {
    code: number;
    message: string;
  };
};

export type CompletionRequest = {
  model?: string;
  messages: ({
    role: string;
    /** Text, or an array of parts with text. */
    content?: string | Record<string, unknown>[] | null;
  })[];
  stream?: boolean | null;
  stream_options?: {
    include_usage?: boolean | null;
  } | null;
  /** Keep the conversation; stet.chatId names it then. */
  store?: boolean | null;
  temperature?: number | null;
  top_p?: number | null;
  presence_penalty?: number | null;
  frequency_penalty?: number | null;
  seed?: number | null;
  stop?: string | string[] | null;
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  stet?: AnswerExtras;
};

/** Stet's own settings of a request. */
export type AnswerExtras = {
  /** No sentence leaves before its last verdict. */
  strict?: boolean | null;
  /** With footnote, sentences that no source supports get one in the text. */
  mark?: 'none' | 'footnote' | null;
  /** Only these documents. */
  sourceIds?: string[];
  /** The writer's rules for the answer. */
  criteriaPackIds?: string[];
  language?: 'ko' | 'en' | null;
} | null;

export type EmbeddingRequest = {
  /** A text, or up to 2048 of them. */
  input: string | string[];
  /** Not read: there is one. */
  model?: unknown;
  encoding_format?: 'float' | 'base64' | null;
  /** Those of the server, where given. */
  dimensions?: number | null;
  /** What the texts are for; some models tell them apart. */
  input_type?: 'query' | 'passage' | null;
};

export type Embeddings = {
  object: 'list';
  model: 'stet-embeddings';
  data: ({
    object: 'embedding';
    index: number;
    /** Numbers, or in base64 their 4-byte forms one behind another. */
    embedding: number[] | string;
  })[];
  usage: {
    prompt_tokens: number;
    total_tokens: number;
  };
};

/** The structured result, with the text as it is stored and its sentences. */
export type AnswerVerdict = Metadata & AnswerText;

export type AnswerText = {
  /** The text as it is stored; offsets of the sentences are UTF-16 code units of it. */
  answer: string;
  /** Each as data-sentence tells it. */
  sentences: Record<string, unknown>[];
  /** The conversation, where it is kept. */
  chatId?: string;
};

export type ResponseRequest = {
  model?: string;
  /** A question, or a list of messages. */
  input: string | Record<string, unknown>[];
  instructions?: string | null;
  max_output_tokens?: number | null;
  temperature?: number | null;
  top_p?: number | null;
  stream?: boolean | null;
  /** Keep the conversation; stet.chatId names it then. */
  store?: boolean | null;
  stet?: AnswerExtras;
};

export type Response = {
  id: string;
  object: 'response';
  created_at: number;
  status: 'in_progress' | 'completed' | 'incomplete';
  model: 'stet';
  output: {
    type: 'message';
    id: string;
    status: string;
    role: 'assistant';
    content: {
      type: 'output_text';
      text: string;
      annotations: ResponseCitation[];
      logprobs: unknown[];
    }[];
  }[];
  usage: null | ResponseUsage;
  stet?: null | AnswerVerdict;
};

export type ResponseUsage = {
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
};

/** A citation; offsets are UTF-16 code units of the text. */
export type ResponseCitation = {
  type: 'url_citation';
  start_index: number;
  end_index: number;
  title: string;
  /** A page that people can read: the passage with the cited words marked, or the web page. */
  url: string;
};

export type ResponseEvent = {
  type: string;
  sequence_number: number;
  response?: Response;
};

export type Completion = {
  id: string;
  object: 'chat.completion';
  created: number;
  model: 'stet';
  choices: {
    index: 0;
    finish_reason: CompletionEnd;
    logprobs: null;
    message: {
      role: 'assistant';
      content: string;
      refusal: null;
      annotations: Annotation[];
    };
  }[];
  usage: null | Usage;
  stet: null | AnswerVerdict;
};

export type CompletionChunk = {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: 'stet';
  choices: ({
    index: 0;
    delta: {
      role?: 'assistant';
      content?: string;
      annotations?: Annotation[];
    };
    logprobs?: null;
    finish_reason: null | CompletionEnd;
  })[];
  usage?: null | Usage;
  /** On the chunk with the finish_reason. */
  stet?: null | AnswerVerdict;
};

export type CompletionEnd = 'stop' | 'length' | 'content_filter';

/** What the model's server counted over all attempts; 0 without a model, null where it does not count. */
export type Usage = {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
};

export type Annotation = {
  /** The place among the annotations of the message, in a stream. */
  index?: number;
  type: 'url_citation';
  url_citation: {
    start_index: number;
    end_index: number;
    title: string;
    /** A page that people can read: the passage with the cited words marked, or the web page. */
    url: string;
  };
};

export type PackList = {
  packs: Pack[];
};

export type ExamplePacks = {
  packs: PackContent[];
};

/** A named set of rules. */
export type PackContent = {
  id: string;
  name: string;
  /** Counts up with every change. */
  version: number;
  criteriaDefinition: PackDefinition;
  commonPitfalls: string[];
  evidenceChunkIds: string[];
  category: string;
  difficulty: string;
  isActive: boolean;
};

/** A pack as it is kept. */
export type Pack = PackContent & {
  createdAt: string;
  updatedAt: string;
  /** Where a pack is saved: keys of what was sent that are not known and were not read, misspelt ones mostly. Absent when there are none. */
  warnings?: {
    /** The rule it is in; empty when it is the pack's. */
    ruleId: string;
    /** The key as written. */
    field: string;
    /** In the reader's language, with the key that may be meant. */
    message: string;
  }[];
};

/** A pack to keep; members that are missing are empty, isActive is true. A bare {rules: […]} is a pack too. Keys that are not known are kept out and told in warnings. */
export type PackInput = {
  name?: string;
  /** As PackDefinition; what is missing is empty. */
  criteriaDefinition?: {
    rules?: Record<string, unknown>[];
    do_examples?: string[];
    dont_examples?: string[];
  };
  commonPitfalls?: string[];
  evidenceChunkIds?: string[];
  category?: string;
  difficulty?: string;
  isActive?: boolean;
};

export type PackDefinition = {
  rules: Rule[];
  do_examples: string[];
  dont_examples: string[];
};

/** A text for the model, a pattern or check for the machine, or both. */
export type Rule = {
  id: string;
  kind: 'must' | 'must_not' | 'prefer';
  text?: string;
  /** Regular expression of what breaks the rule; for must, of what every text needs. */
  pattern?: string;
  /** What stands in place of a match; $1 is the first group. */
  replacement?: string;
  severity: 'suggestion' | 'warning' | 'error';
  category?: string;
  link?: string;
  /** Stands before the other rules in the prompt. */
  pinned?: boolean;
  /** A check beyond one pattern, as Vale styles have them. */
  check?: {
    extends: string;
  };
};

export type PackVersions = {
  versions: {
    version: number;
    criteriaDefinition: PackDefinition;
    createdAt: string;
  }[];
};

export type Dictionary = {
  words: {
    word: string;
    createdAt: string;
  }[];
};

export type IgnoredFinding = {
  id: string;
  /** null: in every text. */
  draftId: string | null;
  ruleId: string;
  /** null: whatever the rule finds. */
  words: string | null;
  createdAt: string;
};

export type LintResult = {
  /** Rules that nobody checked, with the reason. */
  notChecked: {
    ruleId: string;
    reason: string;
  }[];
  breaches: ({
    judgedBy: 'pattern' | 'model';
    ruleId: string;
    severity: 'suggestion' | 'warning' | 'error';
    /** UTF-16 code units in the text. */
    start: number;
    end: number;
    message: string;
    replacement: string | null;
  })[];
};

export type ModelList = {
  object: 'list';
  data: Model[];
};

export type Model = {
  id: 'stet' | 'stet-embeddings';
  object: 'model';
  created: number;
  owned_by: 'stet';
  description: string;
};

export type JudgeTrial = {
  /** Whether it is asked in this language: until it was tried, and when it passed. */
  judges: boolean;
  /** Sentences that it got right; null before it was tried. */
  right: number | null;
  of: number | null;
};

/** A model behind the words, and how it did with ten known sentences of each language. */
export type TriedModel = {
  name: string;
  ko: JudgeTrial;
  en: JudgeTrial;
};

export type ServerStatus = {
  version: string;
  model: {
    kind: 'model' | 'extracts';
    name: string;
  };
  embeddings: {
    space: string;
  };
  /** The model of entailment, which is asked before the judge; null without one. */
  meaning: null | TriedModel;
  /** The model that judges; null without one. */
  judge: null | TriedModel;
  /** The checks that an answer goes through. */
  layers: Layer[];
  /** Whether a key is required. */
  auth: boolean;
  /** Whether PDF files can be read: PDFium is installed. */
  pdf: boolean;
  limits: {
    questionBytes: number;
    fileBytes: number;
  };
};

export type Stats = {
  from: string;
  to: string;
  days: number;
  timeZone: string;
  /** Days that have answers, oldest first. */
  answers: AnswerDay[];
  /** Judged citations by file, the most cited first, at most 50. */
  sources: SourceVerdicts[];
  references: ReferenceCounts;
  latency: {
    /** From the question to the first word. */
    firstTokenMs: Spread;
    /** From the end of a sentence to its verdict by words: the slowest of each answer. */
    verdictMs: Spread;
    /** From the question to the end. */
    totalMs: Spread;
  };
  /** CORE, EXPRESSION, DETAIL. */
  patches: PatchCounts[];
};

export type AnswerDay = {
  date: string;
  answers: number;
  /** Citations that were judged: the sum of the next three. */
  judged: number;
  supported: number;
  unsupported: number;
  uncertain: number;
  /** Marks that were taken out of the text. */
  removed: number;
  /** Supported ÷ judged; null when none was judged. */
  accuracyRate: number | null;
  badges: {
    verified: number;
    partial: number;
    unverified: number;
    no_sources: number;
  };
};

export type SourceVerdicts = {
  /** Null when the file was taken in under several ids. */
  documentId: string | null;
  fileName: string;
  supported: number;
  unsupported: number;
  uncertain: number;
};

export type Spread = {
  count: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p95: number;
} | null;

export type PatchCounts = {
  category: 'CORE' | 'EXPRESSION' | 'DETAIL';
  proposed: number;
  pending: number;
  accepted: number;
  rejected: number;
  conflict: number;
  superseded: number;
};

/** Each holds those before it. */
export type Scope = 'read' | 'write' | 'admin';

export type Session = {
  signedIn: boolean;
  /** False where nobody has a key: whoever is at this machine may do everything. */
  needed: boolean;
  /** The name of the key, or the person's address of mail (where the provider does not vouch for it, their subject). */
  who?: string;
  /** Where a browser goes to sign in with an account, if that can be done; `return` says where it comes back to. */
  signIn?: string;
  scope?: Scope;
  workspace?: string;
};

export type SignIn = {
  key: string;
};

/** What is left out is as in the settings for a key, and without a limit for a workspace. */
export type Limits = {
  /** On each node. */
  requestsPerMinute?: number | null;
  /** Answers and revisions at the same time, on each node. */
  streams?: number | null;
  /** A day of UTC, on all nodes. */
  tokensPerDay?: number | null;
  /** By the price of STET_TOKEN_PRICE. */
  costPerDay?: number | null;
};

export type Key = {
  id: string;
  name: string;
  /** How the key begins. */
  prefix: string;
  scope: Scope;
  workspace: string;
  createdAt: string;
  expiresAt: string | null;
  /** To five minutes. */
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** The key that has taken its place. */
  successor: string | null;
  limits: Limits;
};

export type ToldKey = Key & {
  /** The key itself, which is not told again. */
  key: string;
};

export type KeyList = {
  keys: Key[];
};

export type NewKey = {
  /** What decisions and the audit log call it. */
  name: string;
  scope: Scope;
  expiresInDays?: number | null;
  workspace?: string | null;
  limits?: Limits;
};

export type Rotation = {
  /** How long the old key is good beside the new one. */
  overlapHours?: number;
};

export type Workspace = {
  id: string;
  name: string;
  createdAt: string;
  limits: Limits;
};

export type WorkspaceList = {
  workspaces: Workspace[];
};

export type NewWorkspace = {
  name: string;
  limits?: Limits;
};

export type AuditEntry = {
  id: string;
  at: string;
  /** The name of the key; writer where nobody has one, STET_API_KEY for that of the settings. */
  who: string;
  key: string | null;
  /** source.import, source.delete, patch.decide, key.create and so on. */
  action: string;
  /** What it was done to. */
  subject: string;
};

export type AuditPage = {
  entries: AuditEntry[];
  /** What to ask the next page before; null at the end. */
  next: string | null;
};

/** What every route takes and answers with, where that is JSON. */
export interface Routes {
  /** Ask a question; the answer streams */
  'POST /api/chat': {
    request: ChatRequest;
    response: undefined;
  };
  /** Follow a running answer again */
  'GET /api/chat/{id}/stream': {
    request: undefined;
    response: undefined;
  };
  /** Stop a running answer; what was written is kept */
  'POST /api/chat/{id}/stop': {
    request: undefined;
    response: undefined;
  };
  /** The same parts over a WebSocket */
  'GET /ws': {
    request: undefined;
    response: undefined;
  };
  /** Conversations, the latest first, 100 a page */
  'GET /api/chats': {
    request: undefined;
    response: ChatList;
  };
  /** A conversation with its messages */
  'GET /api/chats/{id}': {
    request: undefined;
    response: Chat;
  };
  /** Delete a conversation */
  'DELETE /api/chats/{id}': {
    request: undefined;
    response: undefined;
  };
  /** Check a text against given or stored sources */
  'POST /api/verify': {
    request: VerifyRequest;
    response: VerifyResult;
  };
  /** Ask, and get the checked answer as a whole */
  'POST /query/verified': {
    request: QueryRequest;
    response: QueryResult;
  };
  /** Search the passages by meaning and by words */
  'POST /api/search': {
    request: SearchRequest;
    response: SearchResult;
  };
  /** Sources, the newest first, in pages */
  'GET /api/sources': {
    request: undefined;
    response: SourceList;
  };
  /** Upload one or more files */
  'POST /api/sources': {
    request: undefined;
    response: UploadResult;
  };
  /** A source and how far it has been read */
  'GET /api/sources/{id}': {
    request: undefined;
    response: Source;
  };
  /** Delete a source with its passages */
  'DELETE /api/sources/{id}': {
    request: undefined;
    response: undefined;
  };
  /** Progress of a source until it is ready or has failed */
  'GET /api/sources/{id}/events': {
    request: undefined;
    response: undefined;
  };
  /** All versions of a source, the newest first */
  'GET /api/sources/{id}/versions': {
    request: undefined;
    response: VersionList;
  };
  /** Read a source again that has failed */
  'POST /api/sources/{id}/retry': {
    request: undefined;
    response: Source;
  };
  /** The file as it was uploaded */
  'GET /api/sources/{id}/content': {
    request: undefined;
    response: undefined;
  };
  /** The text of one page */
  'GET /api/sources/{id}/pages/{page}': {
    request: undefined;
    response: PageText;
  };
  /** A page of a PDF as it looks */
  'GET /api/sources/{id}/pages/{page}/image': {
    request: undefined;
    response: undefined;
  };
  /** A passage with its neighbours */
  'GET /api/chunks/{id}': {
    request: undefined;
    response: PassageInContext;
  };
  /** Keep a person's correction of a passage */
  'PUT /api/chunks/{id}/feedback': {
    request: FeedbackRequest;
    response: Passage;
  };
  /** The picture of a figure or a page */
  'GET /api/chunks/{id}/image': {
    request: undefined;
    response: undefined;
  };
  /** Regulations among the sources */
  'GET /api/regulations': {
    request: undefined;
    response: RegulationList;
  };
  /** The text of an article */
  'GET /api/regulations/{name}/articles/{article}': {
    request: undefined;
    response: ArticleList;
  };
  /** What the sources speak of */
  'GET /api/graph/entities': {
    request: undefined;
    response: {
      entities: Entity[];
    };
  };
  /** An entity with what it hangs together with, and the passages that say so */
  'GET /api/graph/entities/{id}': {
    request: undefined;
    response: Entity & ({
      relations: ({
        id: string;
        label: RelationLabel;
        /** Whether it leads to the other or from it. */
        direction: 'out' | 'in';
        entity: {
          id: string;
          name: string;
          kind: string;
          description: string;
        };
        /** Passages that say so, at most 5. */
        chunkIds: string[];
      })[];
      /** Passages that speak of it. */
      evidence: ({
        chunkId: string;
        documentId: string;
        fileName: string;
        page: number | null;
        /** The beginning of the passage. */
        text: string;
      })[];
    });
  };
  /** The whole graph as a file */
  'GET /api/graph': {
    request: undefined;
    response: {
      entities: GraphNode[];
      relations: GraphEdge[];
    };
  };
  /** How what the sources speak of hangs together */
  'GET /api/graph/relations': {
    request: undefined;
    response: {
      relations: GraphEdge[];
    };
  };
  /** What is around an entity, or what an answer speaks of, to be drawn */
  'GET /api/graph/neighbourhood': {
    request: undefined;
    response: {
      entities: GraphNode[];
      relations: GraphEdge[];
      /** There is more. */
      truncated: boolean;
    };
  };
  /** References to regulations that answers of the last 30 days did not show */
  'GET /api/references/review': {
    request: undefined;
    response: {
      removed: {
        words: string;
        statement: string;
        reason: string;
        fault: ReferenceFault;
        chatId: string;
        at: string;
      }[];
    };
  };
  /** References that a person has declared to be right */
  'GET /api/references/accepted': {
    request: undefined;
    response: {
      accepted: AcceptedReference[];
    };
  };
  /** Declare a reference, or a regulation, to be right */
  'POST /api/references/accepted': {
    request: {
      /** A reference, or the name of a regulation, of which every article is then right. */
      words: string;
    };
    response: undefined;
  };
  /** Take such a reference back */
  'DELETE /api/references/accepted': {
    request: undefined;
    response: undefined;
  };
  /** A checked answer in the OpenAI protocol */
  'POST /v1/chat/completions': {
    request: CompletionRequest;
    response: Completion;
  };
  /** The same answer in the form of the Responses API */
  'POST /v1/responses': {
    request: ResponseRequest;
    response: Response;
  };
  /** The vectors by which Stet searches */
  'POST /v1/embeddings': {
    request: EmbeddingRequest;
    response: Embeddings;
  };
  /** The Model Context Protocol (streamable HTTP) */
  'POST /mcp': {
    request: RpcMessage;
    response: RpcAnswer;
  };
  /** What Stet offers: answers and vectors */
  'GET /v1/models': {
    request: undefined;
    response: ModelList;
  };
  /** One of them, by its name */
  'GET /v1/models/{id}': {
    request: undefined;
    response: Model;
  };
  /** Drafts, the last changed first */
  'GET /api/drafts': {
    request: undefined;
    response: DraftList;
  };
  /** Keep a new draft */
  'POST /api/drafts': {
    request: {
      title?: string;
      text?: string;
      sourceIds?: string[];
      criteriaPackIds?: string[];
      /** Empty for that of the text's language. */
      citationStyle?: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean' | null;
    };
    response: Draft;
  };
  /** A draft with its patches */
  'GET /api/drafts/{id}': {
    request: undefined;
    response: DraftDesk;
  };
  /** Save a draft; waiting patches move with the text */
  'PUT /api/drafts/{id}': {
    request: {
      /** The revision that the writer saw. */
      baseRevision: Whole;
      title?: string | null;
      text?: string | null;
      sourceIds?: string[] | null;
      criteriaPackIds?: string[] | null;
      /** Empty for that of the text's language. */
      citationStyle?: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean' | null;
    };
    response: DraftDesk;
  };
  /** Delete a draft */
  'DELETE /api/drafts/{id}': {
    request: undefined;
    response: undefined;
  };
  /** The comments of a draft, in the order of its text */
  'GET /api/drafts/{id}/comments': {
    request: undefined;
    response: CommentList;
  };
  /** Comment on words of a draft */
  'POST /api/drafts/{id}/comments': {
    request: {
      /** The revision that the writer saw. */
      baseRevision: Whole;
      /** UTF-16 offset of the first of the words. */
      start: Whole;
      end: Whole;
      body: string;
    };
    response: CommentList;
  };
  /** Say something else, or settle a thread */
  'PATCH /api/drafts/{id}/comments/{comment}': {
    request: {
      body?: string | null;
      /** Of the first of a thread; false opens it again. */
      resolved?: boolean | null;
    };
    response: CommentList;
  };
  /** Delete a comment, the first of a thread with all that answers it */
  'DELETE /api/drafts/{id}/comments/{comment}': {
    request: undefined;
    response: undefined;
  };
  /** Answer a comment */
  'POST /api/drafts/{id}/comments/{comment}/replies': {
    request: {
      body: string;
    };
    response: CommentList;
  };
  /** The history of a draft */
  'GET /api/drafts/{id}/revisions': {
    request: undefined;
    response: RevisionList;
  };
  /** One revision of a draft with its text */
  'GET /api/drafts/{id}/revisions/{revision}': {
    request: undefined;
    response: DraftRevision;
  };
  /** Give a draft the text of an earlier revision, as a new one */
  'POST /api/drafts/{id}/revisions/{revision}/restore': {
    request: {
      /** The revision that the writer saw. */
      baseRevision: Whole;
    };
    response: DraftDesk;
  };
  /** Revise a draft; patches stream */
  'POST /api/drafts/{id}/revise': {
    request: {
      instruction?: string;
      /** UTF-16 code units of the draft. */
      range?: {
        start: Whole;
        end: Whole;
      } | null;
      criteriaPackIds?: string[] | null;
      categories?: ('CORE' | 'EXPRESSION' | 'DETAIL')[];
      /** The revision that the writer saw. */
      baseRevision: Whole;
    };
    response: undefined;
  };
  /** Stop the revision of a draft; what was proposed is kept */
  'POST /api/drafts/{id}/revise/stop': {
    request: undefined;
    response: undefined;
  };
  /** A draft as a file */
  'GET /api/drafts/{id}/export': {
    request: undefined;
    response: undefined;
  };
  /** What an export makes of the citations of a draft */
  'GET /api/drafts/{id}/citations': {
    request: undefined;
    response: CitationPreview;
  };
  /** The works that drafts can cite, by key */
  'GET /api/bibliography': {
    request: undefined;
    response: WorkList;
  };
  /** Keep the works of a file */
  'POST /api/bibliography': {
    request: undefined;
    response: ImportedWorks;
  };
  /** Delete a work */
  'DELETE /api/bibliography/{key}': {
    request: undefined;
    response: undefined;
  };
  /** Keep a file as a new draft */
  'POST /api/drafts/import': {
    request: undefined;
    response: ImportedDraft;
  };
  /** The HTML of a clipboard as Markdown */
  'POST /api/drafts/paste': {
    request: {
      html: string;
    };
    response: PastedText;
  };
  /** The patches of a draft, in text order */
  'GET /api/drafts/{id}/patches': {
    request: undefined;
    response: PatchList;
  };
  /** What a draft breaks of the writer's rules */
  'POST /api/drafts/{id}/lint': {
    request: {
      /** The draft's own packs when left out. */
      criteriaPackIds?: string[] | null;
      /** false: rules without a pattern are not judged. */
      model?: boolean;
    };
    response: DraftLint;
  };
  /** Decide by ids, category, rule or all */
  'POST /api/drafts/{id}/patches/decide': {
    request: {
      action: 'accept' | 'reject' | 'undo';
      /** The revision that the writer saw. */
      baseRevision: Whole;
      ids?: string[] | null;
      category?: 'CORE' | 'EXPRESSION' | 'DETAIL' | null;
      ruleId?: string | null;
      all?: boolean;
      /** true: answer with the decided patches and places ([id, start, end, to?] of every patch) instead of every patch. */
      brief?: boolean;
    };
    response: Decided;
  };
  /** Accept, reject or undo one patch */
  'POST /api/drafts/{id}/patches/{patch}/{action}': {
    request: {
      /** The revision that the writer saw. */
      baseRevision: Whole;
      /** true: answer with the decided patches and places ([id, start, end, to?] of every patch) instead of every patch. */
      brief?: boolean;
    };
    response: Decided;
  };
  /** Every decision on a draft's patches */
  'GET /api/drafts/{id}/decisions': {
    request: undefined;
    response: DecisionList;
  };
  /** What changed between two texts, by risk */
  'POST /api/patches/classify': {
    request: {
      before: string;
      after: string;
    };
    response: Classified;
  };
  /** Criteria packs */
  'GET /api/criteria-packs': {
    request: undefined;
    response: PackList;
  };
  /** Keep a new pack */
  'POST /api/criteria-packs': {
    request: PackInput;
    response: Pack;
  };
  /** The packs that come with Stet */
  'GET /api/criteria-packs/examples': {
    request: undefined;
    response: ExamplePacks;
  };
  /** Import JSON, YAML, or a Vale style as ZIP */
  'POST /api/criteria-packs/import': {
    request: undefined;
    response: Pack;
  };
  /** A pack */
  'GET /api/criteria-packs/{id}': {
    request: undefined;
    response: Pack;
  };
  /** Store a new version of a pack */
  'PUT /api/criteria-packs/{id}': {
    request: PackInput;
    response: Pack;
  };
  /** Delete a pack */
  'DELETE /api/criteria-packs/{id}': {
    request: undefined;
    response: undefined;
  };
  /** Every version of a pack */
  'GET /api/criteria-packs/{id}/versions': {
    request: undefined;
    response: PackVersions;
  };
  /** Words that are right, whatever the checks know */
  'GET /api/dictionary': {
    request: undefined;
    response: Dictionary;
  };
  /** Take words into the dictionary */
  'POST /api/dictionary': {
    request: {
      /** A word in lower case is right in every case, one with capitals as it is written; English plurals and possessives and Korean particles are right with it. */
      words: string[];
    };
    response: Dictionary;
  };
  /** Take a word out of the dictionary */
  'DELETE /api/dictionary': {
    request: undefined;
    response: undefined;
  };
  /** Findings that were set aside */
  'GET /api/ignored': {
    request: undefined;
    response: {
      ignored: IgnoredFinding[];
    };
  };
  /** Set a finding aside, or all of a rule */
  'POST /api/ignored': {
    request: {
      ruleId: string;
      /** The words that were found; left out, whatever the rule finds. */
      words?: string | null;
      /** Only in this draft; left out, in every text. */
      draftId?: string | null;
    };
    response: {
      id: string;
    };
  };
  /** Let a finding be told again */
  'DELETE /api/ignored/{id}': {
    request: undefined;
    response: undefined;
  };
  /** Check a text against a pack */
  'POST /api/criteria-packs/{id}/lint': {
    request: {
      text: string;
      /** false: rules without a pattern are not judged. */
      model?: boolean;
      /** The draft that the text is of: what was set aside in it is passed over. */
      draftId?: string | null;
    };
    response: LintResult;
  };
  /** Version, model, limits */
  'GET /api/status': {
    request: undefined;
    response: ServerStatus;
  };
  /** Who is signed in, and whether anybody has to be */
  'GET /api/session': {
    request: undefined;
    response: Session;
  };
  /** Sign a browser in with a key */
  'POST /api/session': {
    request: SignIn;
    response: Session;
  };
  /** Sign out */
  'DELETE /api/session': {
    request: undefined;
    response: undefined;
  };
  /** Go to the provider to sign in with an account */
  'GET /api/session/oidc': {
    request: undefined;
    response: undefined;
  };
  /** Come back from the provider */
  'GET /api/session/oidc/callback': {
    request: undefined;
    response: undefined;
  };
  /** The keys of a workspace, without themselves */
  'GET /api/keys': {
    request: undefined;
    response: KeyList;
  };
  /** Make a key; it is told once */
  'POST /api/keys': {
    request: NewKey;
    response: ToldKey;
  };
  /** Make a key good for nothing, within five seconds on every node */
  'DELETE /api/keys/{id}': {
    request: undefined;
    response: undefined;
  };
  /** Put a new key in the place of one, which is good for a while yet */
  'POST /api/keys/{id}/rotate': {
    request: Rotation;
    response: ToldKey;
  };
  /** Workspaces that the key sees to */
  'GET /api/workspaces': {
    request: undefined;
    response: WorkspaceList;
  };
  /** Make a workspace */
  'POST /api/workspaces': {
    request: NewWorkspace;
    response: Workspace;
  };
  /** Set what all keys of a workspace may do together */
  'PUT /api/workspaces/{id}': {
    request: Limits;
    response: undefined;
  };
  /** Who decided, deleted, took in and changed keys */
  'GET /api/audit': {
    request: undefined;
    response: AuditPage;
  };
  /** How the answers and patches of the last days fared */
  'GET /api/stats': {
    request: undefined;
    response: Stats;
  };
  /** Figures for Prometheus */
  'GET /metrics': {
    request: undefined;
    response: undefined;
  };
  /** Is it alive? */
  'GET /healthz': {
    request: undefined;
    response: undefined;
  };
  /** Can it serve? */
  'GET /readyz': {
    request: undefined;
    response: undefined;
  };
}
