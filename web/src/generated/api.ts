/**
 * The shapes of the HTTP interface, made by scripts/types.mjs out of src/http/openapi.json.
 * Not to be edited: `npm run types` writes this file, and the tests fail when it differs from the document.
 */

/** A count or a place. */
export type Whole = number;

/** An event of a stream; x-itemSchema says what its data is as JSON. */
export type ServerSentEvent = {
  /** One part, as JSON; [DONE] at the end. */
  data: string;
  /** Number of the event, for Last-Event-ID. */
  id?: string;
  /** Kind of the event. */
  event?: string;
};

/** A later part with the same id replaces it. */
export type DataPatch = {
  type: 'data-patch';
  /** By which it is asked for. */
  id: string;
  data: DraftPatch | EndedPatch;
};

/** A proposal that came to nothing, or gave way to a newer one. */
export type EndedPatch = {
  /** By which it is asked for. */
  id: string;
  /** What became of it. */
  status: 'withdrawn' | 'superseded';
};

/** What a patch is about, riskiest first. */
export type PatchCategory = 'CORE' | 'EXPRESSION' | 'DETAIL';

export type PatchStatus = 'pending' | 'accepted' | 'rejected' | 'conflict' | 'superseded';

export type PatchOp = 'replace' | 'insert' | 'delete' | 'move';

/** A few words on either side. */
export type PatchContext = {
  /** What stands before it. */
  before: string;
  /** What stands behind it. */
  after: string;
};

export type GateReading = {
  /** Which gate was asked. */
  name: 'form' | 'number' | 'negation' | 'modality' | 'quotation' | 'link' | 'name' | 'direction' | 'roles' | 'content' | 'size' | 'meaning';
  /** What was read: 1.5 → 15, may → must, 38 %. */
  value: string;
  /** What the gate said. */
  verdict: 'clear' | 'warn' | 'flag' | 'expression' | 'core';
};

/** One change of a text. Offsets are UTF-16 code units. */
export type TextPatch = {
  /** The same for the same change. */
  id: string;
  /** Patches with the same one are one decision: deciding about one decides about all. */
  groupId: string;
  /** What is done to the words. */
  op: PatchOp;
  /** null when the patch has no place in the text any more. */
  start: number | null;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number | null;
  /** Where a moved text goes. */
  to?: number;
  /** The words that were there. */
  before: string;
  /** The words that take their place. */
  after: string;
  context: PatchContext;
  category: PatchCategory;
  /** 0 (harmless) to 1. */
  risk: number;
  /** The gates that were asked, in order. */
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
  /** The verdict. */
  status: 'supported' | 'unsupported' | 'uncertain' | 'no_source';
  /** The higher, the better it fits. */
  score: number;
  /** Why, in words for a person. */
  reason: string;
  /** The words of the source that it was held against; null where none were found. */
  evidence?: {
    /** The passage: /api/chunks/{id}. */
    chunkId: string;
    /** The version of the source that the passage is of. */
    documentId: string;
    /** For people to read. */
    title: string;
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
    /** The words. */
    text: string;
    /** The section in which the evidence stands. */
    section_content?: string;
  } | null;
};

export type Work = {
  /** By which texts cite the work: [@key]. */
  key: string;
  /** For people to read. */
  title: string;
  /** Names with commas between them. */
  authors: string;
  /** Of publication. */
  year: number | null;
  /** The journal or the book that it is in, or its publisher. */
  container: string;
  /** Its type in CSL. */
  type: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type WorkList = {
  /** The works. */
  works: Work[];
  /** How many there are. */
  total: number;
};

export type ImportedWorks = {
  /** New works. */
  added: number;
  /** Works that another of the same key took the place of. */
  replaced: number;
  /** Works that were there as they are. */
  unchanged: number;
  /** What of the file could not be read. */
  faults: ({
    /** Of the file, from 1. */
    line: number;
    /** By which texts cite the work: [@key]. */
    key: string | null;
    /** What is wrong and how to mend it, in the language of Accept-Language. */
    message: string;
  })[];
};

export type CitationPreview = {
  /** In which the draft goes out. */
  style: 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  /** The works. */
  works: {
    /** By which texts cite the work: [@key]. */
    key: string;
    /** The words. */
    text: string;
  }[];
  /** Keys that are cited and that the bibliography does not have. */
  unknown: string[];
};

export type DraftSummary = {
  /** By which it is asked for. */
  id: string;
  /** Of the draft. */
  title: string;
  /** Counts up with every change of the text; a change names the one that the writer saw. */
  revision: number;
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** In the list only: whether whoever asks began it, or a key that theirs has taken the place of. */
  mine?: boolean;
  /** Only these sources. */
  sourceIds: string[];
  /** Packs of rules that hold. */
  criteriaPackIds: string[];
  /** In which it goes out; empty for that of its language. */
  citationStyle: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  /** When it was made. */
  createdAt: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type DraftList = {
  /** The drafts, the latest first. */
  drafts: DraftSummary[];
};

export type Draft = {
  /** The whole text, as Markdown. */
  text: string;
} & DraftSummary;

/** A draft with what is staged beside it. */
export type DraftDesk = {
  /** The patches. */
  patches: DraftPatch[];
  /** Only when the draft is read: whether this process is writing a revision of it, whose patches are not staged yet. */
  revising?: boolean;
} & Draft;

/** A draft that was made of a file. */
export type ImportedDraft = {
  /** What came in with the text. */
  imported: {
    /** Authors and times of tracked changes, which are suggestions now. */
    changes: number;
    /** The comments. */
    comments: {
      /** It stands beside its words in the draft; otherwise it has none there. */
      kept: boolean;
      /** Who said it, as the file has it. */
      author: string;
      /** When it was said or done. */
      at: string;
      /** What is said. */
      text: string;
      /** The words that it was noted to. */
      quote: string;
      /** Begin of the place, in UTF-16 code units. */
      start: number;
      /** End of the place, exclusive, in UTF-16 code units. */
      end: number;
    }[];
    /** Pictures that did not come along; their descriptions did. */
    pictures: number;
  };
} & DraftDesk;

export type PastedText = {
  /** The whole text, as Markdown. */
  text: string;
  /** Pictures that were left out. */
  pictures: number;
};

export type PatchList = {
  /** Revision of the draft that the places are of. */
  revision: number;
  /** The patches. */
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
  /** By which it is asked for. */
  id: string;
  /** As decidedBy of a decision. */
  author: string;
  /** Their key or person; null where nobody had one or it was not noted. */
  authorId: string | null;
  /** What is said. */
  body: string;
  /** When it was made. */
  createdAt: string;
  /** When it was changed last. */
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
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** Answers to it. */
  replies: CommentReply[];
}) & CommentReply;

export type CommentList = {
  /** The revision of the draft that the places are in. */
  revision: number;
  /** The comments. */
  comments: Comment[];
  /** What was added. */
  made?: string;
};

export type DraftRevision = {
  /** From 1, without gaps. */
  revision: number;
  /** Who wrote it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** What made the revision. */
  cause: 'create' | 'edit' | 'accept' | 'undo' | 'restore';
  /** Of a restored one: which it was. */
  restoredFrom?: number;
  /** When it was made. */
  createdAt: string;
  /** Size of the text in UTF-8. */
  bytes: number;
  /** How many decisions led to it. */
  decisions: number;
  /** The whole text, as Markdown. */
  text?: string;
};

export type RevisionList = {
  /** The revisions, the latest first. */
  revisions: DraftRevision[];
  /** How many there are. */
  total: number;
  /** The before of the next page; null at the end. */
  next: number | null;
};

export type PatchDecision = {
  /** By which it is asked for. */
  id: string;
  /** The patch that was decided. */
  patchId: string;
  /** What was decided. */
  decision: 'accept' | 'reject' | 'undo';
  /** Name of the key, or the address of the person. */
  decidedBy: string;
  /** Their key or person; null where nobody had one or it was not noted. */
  decidedById: string | null;
  category: PatchCategory;
  /** Rules that the change follows. */
  ruleIds: string[];
  /** The words that were there. */
  before: string;
  /** The words that take their place. */
  after: string;
  /** The draft's revision after it. */
  revision: number;
  /** When it was made. */
  createdAt: string;
  /** What is done to the words. */
  op: PatchOp;
  context: PatchContext;
  /** Why the change was made, in words. */
  reasons: string[];
  /** Where the patch stands now. */
  status: PatchStatus;
};

export type DecisionList = {
  /** The decisions, in the order that was asked for. */
  decisions: PatchDecision[];
  /** How many there are. */
  total: number;
  /** The offset of the next page; null at the end. */
  next: number | null;
};

export type DraftLint = {
  /** Of the draft that was read. */
  revision: number;
} & LintResult;

export type Classified = {
  /** The patches. */
  patches: TextPatch[];
  /** The riskiest; DETAIL when nothing changed. */
  category: PatchCategory;
};

export type OpenAiFault = {
  /** What went wrong. */
  error: {
    /** What is wrong and how to mend it, in the reader's language. */
    message: string;
    /** Kind of the fault. */
    type: 'invalid_request_error' | 'permission_error' | 'rate_limit_error' | 'server_error';
    /** The offending field of the request. */
    param: string | null;
    /** The fault in one word, for programs. */
    code: string;
  };
};

export type Problem = {
  /** A URI that names the kind of problem. */
  type: string;
  /** The status in words. */
  title: string;
  /** Status of HTTP. */
  status: number;
  /** What is wrong and how to mend it, in the reader's language. */
  detail: string;
  /** The offending field of the request: messages[0].role; body or query when it is none. */
  field?: string;
  /** Where in a JSON body, in characters, from 1. */
  at?: {
    /** From 1. */
    line: number;
    /** From 1. */
    column: number;
  };
  /** Most bytes of a body that was too large. */
  limit?: number;
};

export type Language = 'ko' | 'en';

/** How sources are looked up: auto searches the passages, and puts what refers to a rule first where a question asks for just that; naive searches the passages, local goes by the entities that the question names, global by those that are about what it is about, hybrid by both, mix by both and the passages. A response names the mode that ran: naive where the graph has nothing of the question. */
export type Mode = 'auto' | 'naive' | 'local' | 'global' | 'hybrid' | 'mix';

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
  /** Whether a question is asked, an answer written anew, or a stream taken up again. */
  trigger?: 'submit-message' | 'regenerate-message' | 'resume-stream' | null;
  /** The message; with regenerate-message, the one to be written anew. */
  messageId?: string | null;
  mode?: Mode | null;
  /** Packs of rules that hold. */
  criteriaPackIds?: string[];
  /** Only these sources; all when empty. */
  sourceIds?: string[];
  filter?: Filter;
  /** The draft beside which the question is asked. */
  draftId?: string | null;
  /** Hold every sentence until it is judged. */
  strict?: boolean | null;
  /** Korean or English. */
  language?: Language | null;
};

/** A message as AI SDK clients keep it. */
export type UiMessage = {
  /** Of the message. */
  id?: string | null;
  /** Who speaks. */
  role: string;
  /** The parts of the message, in order. */
  parts?: UiPart[];
  /** Plain text, as older clients send it. */
  content?: string | null;
};

export type UiPart = {
  /** What the object is. */
  type: string;
  /** The words. */
  text?: string;
};

/** One part of an answer. A part with the type and id of an earlier one replaces it. */
export type Part = PartStart | PartStep | PartSource | PartSourceUrl | PartTextStart | PartTextDelta | PartTextEnd | PartSentence | PartEdit | PartCriteria | PartReplay | PartSuperseded | PartMetadata | PartFinish | PartAbort | PartError;

export type PartStart = {
  type: 'start';
  /** The message; with regenerate-message, the one to be written anew. */
  messageId: string;
  /** What is known of the message by then. */
  messageMetadata: {
    verified: 'pending';
  };
};

export type PartStep = {
  type: 'data-step';
  /** Of the part: the same type and id replace what was there. */
  id: string;
  /** What the part tells. */
  data: {
    /** Which step. */
    name: 'route' | 'plan' | 'retrieve' | 'web' | 'generate' | 'check' | 'grade';
    /** How far the step is. */
    state: 'running' | 'done' | 'skipped';
    /** In words for a person. */
    detail: string;
  };
};

/** The N-th of these is source N. */
export type PartSource = {
  type: 'source-document';
  /** The source. */
  sourceId: string;
  /** Media type of the file. */
  mediaType: string;
  /** For people to read. */
  title: string;
  /** Name of the file. */
  filename: string;
  /** What Stet adds to the part. */
  providerMetadata: {
    /** What is Stet’s own. */
    stet: {
      /** The version of the source that the passage is of. */
      documentId: string;
      /** The passage: /api/chunks/{id}. */
      chunkId: string;
      /** Page in the file, from 1; null where it has none. */
      page: number | null;
      /** How well the passage fits the question. */
      grade: Grade;
      /** The higher, the better it fits. */
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
  /** The source. */
  sourceId: string;
  /** Address of the page. */
  url: string;
  /** For people to read. */
  title: string;
  /** What Stet adds to the part. */
  providerMetadata: {
    /** What is Stet’s own. */
    stet: {
      /** How well the passage fits the question. */
      grade: Grade;
      /** The higher, the better it fits. */
      score: number;
    };
  };
};

/** Only in stored conversations: it was deleted since. What is quoted of it is what it said then. */
export type Gone = true;

/** The article of a regulation that the source is. */
export type SourceArticle = {
  /** Name of the regulation. */
  regulation: string;
  /** Number of the article. */
  article: string;
  /** For people to read. */
  title: string | null;
  /** The sentence that says what the article rules. */
  keySentence: string;
  /** Where the article is read. */
  href: string;
};

/** A reference to a regulation in the words of the sentence. */
export type StatuteCitation = {
  /** The words. */
  text: string;
  /** UTF-16 code units in the text. */
  start: number;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** found: it leads to an article. completed: it says too little, and only one article can be meant. named: a stored regulation without an article. quoted: only a source of the answer has it. repealed: the article was repealed, and the sentence says so. */
  standing: 'found' | 'completed' | 'named' | 'quoted' | 'repealed';
  /** Name of the regulation. */
  regulation: string | null;
  /** Stet completed it, or put it in the place of a wrong one; missing where it is the writer's own. */
  put?: boolean;
  /** The sentence rests on it, and no article is known that it means. */
  incomplete?: boolean;
  /** One, or the first eight of a range; none for a regulation alone. */
  articles: ({
    /** By which it is asked for. */
    id: string;
    /** Name of the regulation. */
    regulation: string;
    /** Number of the article. */
    article: string;
    /** For people to read. */
    title: string | null;
    /** What the article, or the paragraph that is cited, rules. */
    keySentence: string;
    /** The article, or its beginning. */
    text: string;
    /** The article is longer than what is given. */
    truncated: boolean;
    /** The article as it stands in the store. */
    href: string;
    gone?: Gone;
  })[];
};

export type PartTextStart = {
  type: 'text-start';
  /** Of the text inside the message. */
  id: string;
  /** What Stet adds to the part. */
  providerMetadata: {
    /** What is Stet’s own. */
    stet: {
      /** The text of the message that it is about. */
      textId: string;
    };
  };
};

export type PartTextDelta = {
  type: 'text-delta';
  /** Of the text inside the message. */
  id: string;
  /** What comes next. */
  delta: string;
};

export type PartTextEnd = {
  type: 'text-end';
  /** Of the text inside the message. */
  id: string;
  /** In the shape of the AI SDK 7; older clients ignore it. */
  citations: SdkCitation[];
};

export type SdkCitation = {
  /** The source that is cited. */
  source: {
    type: 'source';
    sourceType: 'document';
    /** By which it is asked for. */
    id: string;
    /** Media type of the file. */
    mediaType: string;
    /** For people to read. */
    title: string;
    /** Name of the file. */
    filename: string;
  };
  /** Begin of the place, in UTF-16 code units. */
  startIndex: number;
  /** End of the place, exclusive. */
  endIndex: number;
  /** Words of the source. */
  citedText?: string;
};

export type PartSentence = {
  type: 'data-sentence';
  /** Of the part: the same type and id replace what was there. */
  id: string;
  /** What the part tells. */
  data: {
    /** From 0. */
    index: number;
    /** The text of the message that it is about. */
    textId: string;
    /** UTF-16 code units in the text with this textId. */
    start: number;
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** Whether it claims something. */
    kind: SentenceKind;
    /** The verdict. */
    status: SentenceStatus;
    /** Similarity to the cited sources, 0 to 1. */
    score: number;
    /** Why, in words for a person. */
    reason: string;
    veto: Veto;
    by?: Decider;
    /** The sources that the sentence cites, in order. */
    citations: Citation[];
    /** References of the sentence to regulations. */
    statutes: StatuteCitation[];
    /** Marks that were taken out of the sentence. */
    removed: RemovedMark[];
    /** The citation that it could have: of the only source which supports it. Its place is where the mark would stand, its number that of the source. */
    suggested?: Citation;
    against?: Against;
  };
};

/** What the nearest source that was held against a sentence has in its place: of a sentence that is unsupported or uncertain. */
export type Against = {
  /** The source. */
  sourceId: string;
  /** The stored passage, where it is one. */
  chunkId?: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** UTF-16 code units in the source's text. */
  start: number;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** The words. */
  text: string;
  /** A value of the sentence, as it is written there, of which the source states another. */
  yours?: string;
  /** The value of the source, as it is written there. */
  theirs?: string;
};

export type Citation = {
  /** The number by which the answer cites the source. */
  number: number;
  /** The mark as it stands in the text. */
  mark: string;
  /** The source. */
  sourceId: string | null;
  /** Begin of the place, in UTF-16 code units. */
  start: number;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** The words of the source that it was held against; null where none were found. */
  evidence: null | {
    /** The passage: /api/chunks/{id}. */
    chunkId: string;
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
    /** UTF-16 code units in the passage. */
    start: number;
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** The words. */
    text: string;
    gone?: Gone;
  };
  /** True where Stet put the citation: the model had written none, or another number. */
  put?: boolean;
};

export type RemovedMark = {
  /** The mark as it stands in the text. */
  mark: string;
  /** Why, in words for a person. */
  reason: string;
};

/** A change to text that was sent; applied in the order of seq. */
export type PartEdit = {
  type: 'data-edit';
  /** Of the part: the same type and id replace what was there. */
  id: string;
  /** What the part tells. */
  data: {
    /** From 1. */
    seq: number;
    /** The text of the message that it is about. */
    textId: string;
    /** Begin of the place, in UTF-16 code units. */
    start: number;
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** What takes the place of the words; null where the rule proposes nothing. */
    replacement: string;
    /** Why, in words for a person. */
    reason: string;
  };
};

/** A writer's rule that a sentence breaks. */
export type PartCriteria = {
  type: 'data-criteria';
  /** Of the part: the same type and id replace what was there. */
  id: string;
  /** What the part tells. */
  data: {
    /** The pack that the rule is of. */
    packId: string;
    /** Id of the rule. */
    ruleId: string;
    /** Id of the data-sentence part. */
    sentence: string;
    /** The text that breaks the rule. */
    textId?: string;
    /** What is wrong, in words. */
    message: string;
  };
};

/** Everything comes anew: what a reader has of the message counts no more. Sent before the first part where the place that Last-Event-ID names is not known; it has no id of an event. */
export type PartReplay = {
  type: 'data-replay';
  /** What the part tells. */
  data: {
    /** The message; with regenerate-message, the one to be written anew. */
    messageId: string;
  };
  transient: true;
};

/** This text is not part of the message; a new attempt follows. */
export type PartSuperseded = {
  type: 'data-superseded';
  /** Of the part: the same type and id replace what was there. */
  id: string;
  /** What the part tells. */
  data: {
    /** The text of the message that it is about. */
    textId: string;
    /** Why, in words for a person. */
    reason: string;
  };
};

export type PartMetadata = {
  type: 'message-metadata';
  messageMetadata: Metadata;
};

export type PartFinish = {
  type: 'finish';
  /** Why the answer ended. */
  finishReason: 'stop' | 'length' | 'content-filter' | 'error' | 'other';
  messageMetadata: Metadata;
};

/** The user stopped the answer, or the server shut down. */
export type PartAbort = {
  type: 'abort';
  /** Why, in words for a person. */
  reason: string;
};

/** A fault of the system. */
export type PartError = {
  type: 'error';
  /** What went wrong, in words for a person. */
  errorText: string;
};

/** Which layer decided, of a sentence that was judged: words, a model of entailment on the server, or the judge. */
export type Decider = 'words' | 'meaning' | 'model' | 'translation';

/** A check of a message, cheapest first. */
export type Layer = 'citations' | 'rules' | 'meaning' | 'model';

/** Structured result of a message. */
export type Metadata = {
  /** How it stands. */
  status: 'complete' | 'stopped' | 'interrupted' | 'failed';
  /** Whether the text came to its end and is as its sources say. */
  verified: boolean;
  badge: Badge;
  /** 0 to 1. */
  confidence: number;
  /** Supported citations by judged citations; null when none was judged. */
  accuracy_rate: number | null;
  /** How many sentences are what. */
  counts: Counts;
  /** No mark had to be taken out. */
  citations_valid: boolean;
  /** What is wrong with the text, in words. */
  issues: string[];
  /** Why the text has its badge, in words. */
  reasoning: string;
  /** Why the message is not whole (stopped, failed, cut at the model's limit of length or by its filter), in words; missing when it is whole. */
  cut_off?: string;
  /** At most five: sources that contradict one another, and what the cited ones warn of; missing when there is nothing. */
  warnings?: string[];
  /** Where the answer says that the sources do not tell: the passage among them that may tell it all the same. Missing otherwise. */
  related?: {
    /** The source. */
    source_id: string;
    /** For people to read. */
    title: string;
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
    /** Its sentence that is nearest to the question. */
    quote: string;
  };
  /** The sources, by number. */
  sources: SourceCard[];
  /** Marks that were taken out, with why. */
  removed_citations: RemovedCitation[];
  references?: ReferenceCounts;
  /** The verdict on every claim that cites something. */
  verification_log: LogEntry[];
  /** The checks that the message went through. */
  layers?: Layer[];
  /** How well the sources fit the question. */
  evidence_quality: null | Grade;
  /** Rules that held, and those that were broken. */
  criteria: {
    /** Rules that held. */
    applied: string[];
    /** Rules that were broken. */
    violated: string[];
  };
  /** The model that writes. */
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
    /** The question. */
    question: string;
    /** Other words that were searched for it. */
    queries: string[];
    /** The numbers of the sources that were found for it. */
    sources: number[];
  }[];
  /** Korean or English. */
  language: Language;
  /** The text of the message. */
  answer?: string;
  /** Cited sources, as [1]. */
  sources_used?: string[];
  /** Supported sentences without their marks, at most five. */
  key_points?: string[];
  /** The sources that the answer cites, as a table. */
  references_table?: ReferenceRow[];
  /** Pictures of cited sources. */
  page_images?: PageImage[];
  /** Tables, figures and presentations that the answer cites. */
  entity_references?: EntityReference[];
  /** Cited texts that a person has verified. */
  human_feedback_used?: {
    /** The number by which the answer cites the source. */
    number: number;
    /** The source. */
    source_id: string;
    /** The words. */
    text: string;
  }[];
  /** What the making had to do without, in words; missing when there is nothing. */
  notes?: string[];
  /** Characters of each source that the model saw, where its context was too short for all. */
  shortened_to?: number;
  /** What the model's server counted over all attempts. */
  usage?: {
    /** Tokens of what was asked, as the model counts. */
    prompt_tokens: number;
    /** Tokens of what was written. */
    completion_tokens: number;
  };
  hallucination_check?: HallucinationCheck;
  answer_grade?: AnswerGrade;
  /** Since the question arrived. */
  timings: {
    /** Until the passages were found. */
    retrieved_ms: number | null;
    /** Until the first word of the model. */
    first_token_ms: number | null;
    /** The first text stood whole. */
    written_ms?: number;
    /** The text that is the message was checked, and graded where that is switched on. */
    checked_ms?: number;
    /** Until the end. */
    total_ms: number;
    /** Longest time from the end of a sentence to its verdict by words. */
    slowest_verdict_us: number;
  };
};

/** A cited source. */
export type ReferenceRow = {
  /** The number by which the answer cites the source. */
  number: number;
  /** The source. */
  source_id: string;
  /** The passage: /api/chunks/{id}. */
  chunk_id: string;
  /** For people to read. */
  title: string;
  /** Name of the file. */
  file_name: string;
  /** Pages on which the cited words stand. */
  pages: number[];
  /** What the passage is: heading1, paragraph, table and so on. */
  category: string;
  /** Citations of it. */
  cited: number;
  gone?: Gone;
};

/** The picture of a cited source. */
export type PageImage = {
  /** The number by which the answer cites the source. */
  number: number;
  /** The source. */
  source_id: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** What stands below the picture or table; null where it has none. */
  caption: string | null;
  /** As the document names it. */
  path: string;
  /** Where this server gives it; missing when it does not have the picture. */
  url?: string;
  /** The same as a picture in Markdown. */
  markdown: string;
};

/** A cited table, figure or embedded presentation. */
export type EntityReference = {
  /** The number by which the answer cites the source. */
  number: number;
  /** The source. */
  source_id: string;
  /** presentation, else the category of the passage. */
  kind: string;
  /** For people to read. */
  title: string | null;
  /** Names and values that describe it. */
  keywords: string[];
};

/** How much of an answer its sources do not support. */
export type HallucinationCheck = {
  /** 0: every claim is supported; 1: none is. */
  score: number;
  /** The score in a word. */
  band: 'supported' | 'minor_details' | 'some_claims' | 'major_claims' | 'fabricated';
  /** A score above it calls for another attempt. */
  threshold: number;
  /** Whether it is good enough. */
  passed: boolean;
  /** Sentences that claim something. */
  claims: number;
  /** Claims that count against the answer, at most eight. */
  unsupported_claims: string[];
  /** Those of all attempts, in their order. */
  scores: number[];
};

/** The grade of an answer, 0 to 1 each. */
export type AnswerGrade = {
  /** Whether the question is answered as a whole, from 0 to 1. */
  completeness: number;
  /** Whether it is this question that is answered, from 0 to 1. */
  relevance: number;
  /** Whether it can be understood, from 0 to 1. */
  clarity: number;
  /** One less the hallucination score. */
  accuracy: number;
  /** All of it together, from 0 to 1. */
  overall: number;
  /** What could be better, in words. */
  feedback: string;
  /** Whether it is good enough. */
  passed: boolean;
};

export type Counts = {
  /** All sentences. */
  sentences: number;
  /** Sentences that claim something. */
  claims: number;
  /** Claims that their sources support. */
  supported: number;
  /** Claims that their sources do not support. */
  unsupported: number;
  /** Claims of which it cannot be told. */
  uncertain: number;
  /** Claims that cite what is not there. */
  unknown_source: number;
  /** Claims that cite nothing. */
  uncited: number;
};

export type SourceCard = {
  /** The source. */
  source_id: string;
  /** The version of the source. */
  document_id: string;
  /** The passage: /api/chunks/{id}. */
  chunk_id: string;
  /** Media type of the file. */
  media_type: string;
  /** For people to read. */
  title: string;
  /** Name of the file. */
  file_name: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** How well the passage fits the question. */
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
    /** Name of the regulation. */
    regulation: string;
    /** Of the article, in its parts. */
    number: {
      /** Of the article, in its parts. */
      number: number;
      /** As in 제25조의2: 2; null where the article has none. */
      branch: number | null;
    };
    /** For people to read. */
    title: string | null;
    /** The sentence of the article that answers. */
    key_sentence: string;
  };
};

export type RemovedCitation = {
  /** The mark as it stands in the text. */
  mark: string;
  /** The source. */
  source_id: string | null;
  /** The sentence in which it stood. */
  statement: string;
  /** Why, in words for a person. */
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
  /** By which it is asked for. */
  id: string;
  /** As the sources write it. */
  name: string;
  /** term: defined in a text; body: a committee, an office. */
  kind: 'regulation' | 'article' | 'term' | 'body' | 'person' | 'place' | 'event' | 'name';
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
  /** By which it is asked for. */
  id: string;
  /** The entity that it leads from. */
  source: string;
  /** The entity that it leads to. */
  target: string;
  label: RelationLabel;
  /** What the sources say of it; empty where they say nothing. */
  description: string;
  /** Passages that say so, at most 5; those that an answer cites first. */
  chunkIds: string[];
};

export type AcceptedReference = {
  /** The words as they are written. */
  words: string;
  /** When it was made. */
  createdAt: string;
};

/** What was wrong with a reference to a regulation: it leads nowhere, to a repealed article, or to one that does not say it. */
export type ReferenceFault = 'unknown' | 'repealed' | 'unsupported';

/** One judged citation. */
export type LogEntry = {
  /** Null when the citation was removed. */
  citation_number: number | null;
  /** The mark as it stands in the text. */
  mark: string;
  /** The sentence in which it stood. */
  statement: string;
  /** Name of the file. */
  source_file: string | null;
  /** Page in the file, from 1. */
  source_page: number | null;
  /** Whether the source supports the claim. */
  is_accurate: boolean;
  /** How sure the status is, 0 to 1: from 0.7 upwards of what is accurate or inaccurate. */
  confidence: number;
  /** Why, in words for a person. */
  explanation: string;
  /** The verdict. */
  status: 'accurate' | 'inaccurate' | 'uncertain' | 'not_a_claim';
  by?: Decider;
};

/** A frame of the client. */
export type SocketRequest = {
  type: 'send';
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  /** The conversation. */
  id: string;
  /** Whether a question is asked, an answer written anew, or a stream taken up again. */
  trigger?: 'submit-message' | 'regenerate-message' | 'resume-stream';
  /** The message; with regenerate-message, the one to be written anew. */
  messageId?: string;
  /** The turns so far, the oldest first. */
  messages: UiMessage[];
  /** Stet's extras, as in ChatRequest. */
  body?: Record<string, unknown>;
} | {
  type: 'resume';
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  /** Of the conversation. */
  id: string;
  /** Number of the last chunk that arrived. */
  lastSequence?: number;
} | {
  type: 'abort';
  /** Given by the client; every frame of the request has it. */
  requestId: string;
};

/** A frame of the server. */
export type SocketReply = {
  /** What the object is. */
  type: 'start' | 'end' | 'no-active';
  /** Given by the client; every frame of the request has it. */
  requestId: string;
} | {
  type: 'chunk';
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  /** From 0, without gaps. */
  sequence: number;
  chunk: Part;
} | {
  type: 'error';
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  /** What went wrong, in words for a person. */
  errorText: string;
};

export type ChatSummary = {
  /** By which it is asked for. */
  id: string;
  /** For people to read. */
  title: string;
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** Whether whoever asks began it, or a key that theirs has taken the place of. */
  mine: boolean;
  /** When it was made. */
  createdAt: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type ChatList = {
  /** The conversations. */
  chats: ChatSummary[];
};

export type Chat = ChatSummary & {
  /** The turns so far, the oldest first. */
  messages: ChatMessage[];
};

/** A stored message in the shape that AI SDK clients keep. Parts of an answer are its text, its sources, and the last state of each data part. */
export type ChatMessage = {
  /** Of the message. */
  id: string;
  /** Who speaks. */
  role: 'system' | 'user' | 'assistant';
  /** The parts of the message, in order. */
  parts: ({
    type: 'text';
    /** The words. */
    text: string;
    state?: 'done';
  } | PartStep | PartSource | PartSentence | PartEdit | PartCriteria | PartSuperseded)[];
  /** Of an answer, the members of Metadata as well, once it has ended. */
  metadata: {
    /** When it was made. */
    createdAt: string;
    /** Of a question: who asked it, as they were called then; left out where nobody noted it. */
    author?: string;
    /** Of a question: their key or person; left out where nobody had one. */
    authorId?: string;
    /** How it stands. */
    status?: 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';
  };
};

export type VerifyRequest = {
  /** Finds better passages than the answer when there is no context. */
  question?: string | null;
  /** The text that is to be checked, with its marks. */
  answer: string;
  /** What the marks lead to, in order: [1] is the first. */
  context?: ContextItem[] | null;
  /** Stored sources to look in; not together with context. */
  sourceIds?: string[] | null;
  /** Which checks are made. */
  layers?: {
    /** Whether a mark that leads nowhere counts against the text. */
    citations?: boolean;
    /** Whether words and figures are compared by rules. */
    rules?: boolean;
    /** Whether the model of entailment is asked, where there is one. */
    meaning?: boolean;
    /** Whether the judge is asked, where there is one. */
    model?: boolean;
  } | null;
  /** By words alone, without a model. */
  quick?: boolean | null;
  /** Whether a text that cites nothing is at fault. */
  requireCitations?: boolean | null;
  /** Least confidence of a verified text. */
  threshold?: number | null;
};

/** A source: bare text, or text with its title, file and page. Other spellings are taken: text, section_content, sectionContent for content; section_title, sectionTitle for title; source_file, fileName for file; source_page for page. */
export type ContextItem = string | {
  /** By which it is asked for. */
  id?: string | null;
  /** For people to read. */
  title?: string | null;
  /** Name of the file. */
  file?: string | null;
  /** Page in the file, from 1; null where it has none. */
  page?: number | null;
  /** The words of the passage. */
  content?: string;
  /** The words. */
  text?: string;
};

export type VerifyResult = {
  /** Whether the text came to its end and is as its sources say. */
  verified: boolean;
  /** Of the whole, from 0 to 1. */
  confidence: number;
  /** What is wrong with the text, in words. */
  issues: string[];
  /** Why the text has its badge, in words. */
  reasoning: string;
  /** No mark had to be taken out. */
  citations_valid: boolean;
  badge: Badge;
  /** Share of the judged citations that are accurate; null where none was judged. */
  accuracy_rate: number | null;
  /** How many sentences are what. */
  counts: Counts;
  /** The checks that the text went through. */
  layers: Layer[];
  /** Every sentence, with its verdict. */
  sentences: VerifiedSentence[];
  /** The text with the citations that survived. */
  corrected: string;
  /** The verdict on every claim that cites something. */
  verification_log: LogEntry[];
  /** What the cited sources warn of, at most five. */
  warnings: string[];
  /** The sources, by number. */
  sources: ({
    /** By which it is asked for. */
    id: string;
    /** For people to read. */
    title: string | null;
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
  })[];
  /** How long it took. */
  processing_time_ms: number;
};

/** Offsets are UTF-16 code units in the corrected text. */
export type VerifiedSentence = {
  /** Place in the order, from 0. */
  index: number;
  /** Begin of the place, in UTF-16 code units. */
  start: number;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** The words. */
  text: string;
  /** Whether it claims something. */
  kind: SentenceKind;
  /** The verdict. */
  status: SentenceStatus;
  /** The higher, the better it fits. */
  score: number;
  /** Why, in words for a person. */
  reason: string;
  veto: Veto;
  by?: Decider;
  /** The sources that the sentence cites, in order. */
  citations: ({
    /** The number by which the answer cites the source. */
    number: number;
    /** The mark as it stands in the text. */
    mark: string;
    /** The source. */
    sourceId: string | null;
    /** Begin of the place, in UTF-16 code units. */
    start: number;
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** The words of the source that it was held against; null where none were found. */
    evidence: null | {
      /** Page in the file, from 1; null where it has none. */
      page: number | null;
      /** The words. */
      text: string;
      /** UTF-16 code units in the source's text. */
      start: number;
      /** End of the place, exclusive, in UTF-16 code units. */
      end: number;
    };
  })[];
  /** References of the sentence to regulations. */
  statutes: StatuteCitation[];
  /** Marks that were taken out of the sentence. */
  removed: RemovedMark[];
  /** The citation that it could have: of the only source which supports it. Its place is where the mark would stand, its number that of the source. */
  suggested?: {
    /** The number by which the answer cites the source. */
    number: number;
    /** The mark as it stands in the text. */
    mark: string;
    /** The source. */
    sourceId: string | null;
    /** Begin of the place, in UTF-16 code units. */
    start: number;
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
  };
  against?: Against;
  /** Where the sentence stands in the text that was given, in UTF-16 code units. */
  origin?: {
    /** Begin of the place, in UTF-16 code units. */
    start: number;
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
  };
};

export type QueryRequest = {
  /** The question. */
  question: string;
  mode?: Mode | null;
  /** In place of that of the settings. */
  confidence_threshold?: number | null;
};

export type QueryResult = {
  /** What the model wrote, before the gate. */
  original_answer: string;
  /** The answer behind the gate. */
  corrected_answer: string;
  mode: Mode;
  /** The sources, by number. */
  sources: SourceCard[];
  /** Marks that were taken out, with why. */
  removed_citations: RemovedCitation[];
  /** Share of the judged citations that are accurate; null where none was judged. */
  accuracy_rate: number | null;
  /** The verdict on every claim that cites something. */
  verification_log: LogEntry[];
  /** Whether the text came to its end and is as its sources say. */
  verified: boolean;
  badge: Badge;
  /** Of the whole, from 0 to 1. */
  confidence: number;
  /** How long it took. */
  processing_time_ms: number;
};

export type SearchRequest = {
  /** What is looked for. */
  query: string;
  mode?: Mode | null;
  /** How many passages. */
  topK?: number | null;
  filter?: Filter;
  /** How much either way of searching counts. */
  weights?: {
    /** By meaning. */
    semantic: number;
    /** By words. */
    keyword: number;
  } | null;
};

/** Which passages are looked at. */
export type Filter = {
  /** Only these sources. */
  sourceIds?: string[];
  /** Only these pages. */
  pages?: number[];
  /** Only passages of these kinds: heading1, paragraph, table and so on. */
  categories?: string[];
  /** text, image or table. */
  chunkType?: string | null;
  /** Korean or English. */
  language?: Language | null;
  /** Words that the caption holds, in a row and in either case. */
  caption?: string | null;
  /** The same of what describes a table or a figure: anywhere among its names and values, or in one of its fields. */
  entity?: string | null | {
    /** What the object is. */
    type?: string | null;
    /** For people to read. */
    title?: string | null;
    /** A word of the entity. */
    keyword?: string | null;
  };
};

export type SearchResult = {
  mode: Mode;
  /** The passages, the best first. */
  hits: SearchHit[];
};

export type SearchHit = Passage & {
  /** Fused; comparable only within one search. */
  score: number;
  /** How well the passage fits the question. */
  grade: Grade;
  /** Place and cosine among the vectors. */
  semantic: Rank;
  /** Place and BM25 among the words. */
  keyword: Rank;
};

export type Rank = {
  /** From 1. */
  rank: number;
  /** The higher, the better it fits. */
  score: number;
} | null;

export type Passage = {
  /** By which it is asked for. */
  id: string;
  /** The version of the source that the passage is of. */
  documentId: string;
  /** Name of the file that was sent. */
  fileName: string;
  /** For people to read. */
  title: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** Last page of the passage. */
  pageEnd: number | null;
  /** What the passage is: heading1, paragraph, table and so on. */
  category: 'heading1' | 'heading2' | 'heading3' | 'paragraph' | 'list' | 'table' | 'figure' | 'caption' | 'header' | 'footer' | 'footnote' | 'equation' | 'code';
  /** text, image or table. */
  chunkType: 'text' | 'image' | 'table';
  /** The headings above it, the outermost first. */
  headings: string[];
  /** The words of the passage. */
  content: string;
  /** What stands below the picture or table; null where it has none. */
  caption: string | null;
  /** What a person put in the place of its words; null where nobody did. */
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
    /** Name of the regulation. */
    regulation: string;
    /** Of the article, in its parts. */
    number: string;
    /** For people to read. */
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
  /** Passages that stand before it, the nearest last. */
  before: Neighbour[];
  /** Passages that stand behind it. */
  after: Neighbour[];
};

export type Neighbour = {
  /** By which it is asked for. */
  id: string;
  /** The words of the passage. */
  content: string;
  /** Page in the file, from 1; null where it has none. */
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
  /** From 1; each change makes a new one. */
  version: number;
  /** How many the source has. */
  versions: number;
  /** The version that is searched. */
  searchedVersion: number | null;
  /** Was searched until a newer version was ready. */
  superseded: boolean;
  /** Where the file lay, if that is known. */
  path: string | null;
  /** Name of the file that was sent. */
  fileName: string;
  /** For people to read. */
  title: string;
  /** Media type of the file. */
  mediaType: string;
  /** Size of the file. */
  bytes: number;
  /** Korean or English. */
  language: Language;
  /** How far it is. */
  status: 'queued' | 'extracting' | 'chunking' | 'embedding' | 'ready' | 'failed';
  /** Of the present status; 1 when ready. */
  progress: number;
  /** Why it failed, in the reader's language. */
  error: {
    /** For people to read. */
    title: string;
    /** In words for a person. */
    detail: string;
  } | null;
  /** How far a model is that adds contexts and translations to its passages; null where none was asked to. The source is searched meanwhile. */
  enrichment: {
    /** How far it is. */
    status: 'queued' | 'running' | 'done' | 'failed';
    /** Passages. */
    done: number;
    /** How many there are. */
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
  /** Passages that it was cut into. */
  chunks: number;
  /** When it was made. */
  createdAt: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type SourceList = {
  /** The sources. */
  sources: Source[];
  /** Of all pages. */
  total: number;
  /** The offset of the next page; null at the end. */
  next: number | null;
};

export type VersionList = {
  /** All of them. */
  versions: Source[];
};

export type UploadResult = {
  /** The sources. */
  sources: (Source & {
    /** The same bytes were there already. */
    duplicate: boolean;
  })[];
};

export type PageText = {
  /** The source. */
  sourceId: string;
  /** Name of the file that was sent. */
  fileName: string;
  /** Page in the file, from 1; null where it has none. */
  page: number;
  /** How many pages the file has. */
  pages: number;
  /** What stands on the page. */
  text: string;
};

export type RegulationList = {
  /** The regulations that the sources hold. */
  regulations: {
    /** Of the regulation. */
    name: string;
    /** The articles. */
    articles: number;
  }[];
};

export type ArticleList = {
  /** The articles. */
  articles: Article[];
};

export type Article = {
  /** By which it is asked for. */
  id: string;
  /** Name of the regulation. */
  regulation: string;
  /** Number of the article. */
  article: string;
  /** For people to read. */
  title: string | null;
  /** 편, 장, 절 above the article, outermost first. */
  chapterPath: string[];
  /** The words of the article. */
  content: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** The passage: /api/chunks/{id}. */
  chunkId: string | null;
  /** The version of the source that the passage is of. */
  documentId: string;
  /** In the supplementary provisions (부칙). */
  supplementary: boolean;
};

export type RpcMessage = {
  jsonrpc: '2.0';
  /** Of a request; a notification has none. */
  id?: string | number;
  /** Method of MCP. */
  method: string;
  /** What the method takes; what is no object is an error of the protocol, told with status 200. */
  params?: unknown;
};

export type RpcAnswer = {
  jsonrpc: '2.0';
  /** Given by the client, and told back. */
  id?: string | number | null;
  /** What the method gives; left out where it failed. */
  result?: Record<string, unknown>;
  /** What went wrong. */
  error?: {
    /** As JSON-RPC has it. */
    code: number;
    /** In words for a person. */
    message: string;
  };
};

export type CompletionRequest = {
  /** The name that a client has for the model. */
  model?: string | null;
  /** The turns so far, the oldest first. */
  messages: ({
    /** Who speaks. */
    role: string;
    /** Text, or an array of parts with text. */
    content?: string | Record<string, unknown>[] | null;
  })[];
  /** true: the answer comes in events. */
  stream?: boolean | null;
  /** What the stream is to tell besides. */
  stream_options?: {
    /** A last chunk tells the tokens. */
    include_usage?: boolean | null;
  } | null;
  /** Keep the conversation; stet.chatId names it then. */
  store?: boolean | null;
  /** Handed on to the model. */
  temperature?: number | null;
  /** Handed on to the model. */
  top_p?: number | null;
  /** Handed on to the model. */
  presence_penalty?: number | null;
  /** Handed on to the model. */
  frequency_penalty?: number | null;
  /** Handed on to the model. */
  seed?: number | null;
  /** Handed on to the model. */
  stop?: string | string[] | null;
  /** Handed on to the model. */
  max_tokens?: number | null;
  /** Handed on to the model. */
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
  /** Korean or English. */
  language?: 'ko' | 'en' | null;
} | null;

export type EmbeddingRequest = {
  /** A text, or up to 2048 of them. */
  input: string | string[];
  /** Not read: there is one. */
  model?: unknown;
  /** Numbers, or their bytes in base64. */
  encoding_format?: 'float' | 'base64' | null;
  /** Those of the server, where given. */
  dimensions?: number | null;
  /** What the texts are for; some models tell them apart. */
  input_type?: 'query' | 'passage' | null;
};

export type Embeddings = {
  object: 'list';
  model: 'stet-embeddings';
  /** One vector for each text, in order. */
  data: ({
    object: 'embedding';
    /** Place in the order, from 0. */
    index: number;
    /** Numbers, or in base64 their 4-byte forms one behind another. */
    embedding: number[] | string;
  })[];
  /** Tokens, as the model counts. */
  usage: {
    /** Tokens of what was asked, as the model counts. */
    prompt_tokens: number;
    /** Both together. */
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
  /** The name that a client has for the model. */
  model?: string | null;
  /** A question, or a list of messages. */
  input: string | Record<string, unknown>[];
  /** What the model is told before the question. */
  instructions?: string | null;
  /** Handed on to the model. */
  max_output_tokens?: number | null;
  /** Handed on to the model. */
  temperature?: number | null;
  /** Handed on to the model. */
  top_p?: number | null;
  /** true: the answer comes in events. */
  stream?: boolean | null;
  /** Keep the conversation; stet.chatId names it then. */
  store?: boolean | null;
  stet?: AnswerExtras;
};

export type Response = {
  /** Of this answer. */
  id: string;
  object: 'response';
  /** Seconds since 1970. */
  created_at: number;
  /** How it stands. */
  status: 'in_progress' | 'completed' | 'incomplete';
  model: 'stet';
  /** The messages; there is one. */
  output: {
    type: 'message';
    /** Of this answer. */
    id: string;
    /** How it stands. */
    status: string;
    role: 'assistant';
    /** The words, or parts of them. */
    content: {
      type: 'output_text';
      /** The words. */
      text: string;
      /** The citations of the text. */
      annotations: ResponseCitation[];
      /** Null: Stet has none. */
      logprobs: unknown[];
    }[];
  }[];
  /** Tokens, as the model counts. */
  usage: null | ResponseUsage;
  stet?: null | AnswerVerdict;
};

export type ResponseUsage = {
  /** Tokens of what was asked, as the model counts. */
  input_tokens: number;
  /** Tokens of what was written. */
  output_tokens: number;
  /** Both together. */
  total_tokens: number;
};

/** A citation; offsets are UTF-16 code units of the text. */
export type ResponseCitation = {
  type: 'url_citation';
  /** Begin of the mark in the text. */
  start_index: number;
  /** End of the mark, exclusive. */
  end_index: number;
  /** For people to read. */
  title: string;
  /** A page that people can read: the passage with the cited words marked, or the web page. */
  url: string;
};

export type ResponseEvent = {
  /** Kind of the event. */
  type: string;
  /** Of the event, from 0. */
  sequence_number: number;
  /** The response as it is by then. */
  response?: Response;
};

export type Completion = {
  /** Of this answer. */
  id: string;
  object: 'chat.completion';
  /** Seconds since 1970. */
  created: number;
  model: 'stet';
  /** The answers; there is one. */
  choices: {
    index: 0;
    /** Why the answer ended; null before. */
    finish_reason: CompletionEnd;
    /** Null: Stet has none. */
    logprobs: null;
    /** The answer. */
    message: {
      role: 'assistant';
      /** The words, or parts of them. */
      content: string;
      /** Null: Stet refuses nothing. */
      refusal: null;
      /** The citations of the text. */
      annotations: Annotation[];
    };
  }[];
  usage: null | Usage;
  stet: null | AnswerVerdict;
};

export type CompletionChunk = {
  /** Of this answer. */
  id: string;
  object: 'chat.completion.chunk';
  /** Seconds since 1970. */
  created: number;
  model: 'stet';
  /** The answers; there is one. */
  choices: ({
    index: 0;
    /** What comes next. */
    delta: {
      role?: 'assistant';
      /** The words, or parts of them. */
      content?: string;
      /** The citations of the text. */
      annotations?: Annotation[];
    };
    /** Null: Stet has none. */
    logprobs?: null;
    /** Why the answer ended; null before. */
    finish_reason: null | CompletionEnd;
  })[];
  usage?: null | Usage;
  /** On the chunk with the finish_reason. */
  stet?: null | AnswerVerdict;
};

export type CompletionEnd = 'stop' | 'length' | 'content_filter';

/** What the model's server counted over all attempts; 0 without a model, null where it does not count. */
export type Usage = {
  /** Tokens of what was asked, as the model counts. */
  prompt_tokens: number;
  /** Tokens of what was written. */
  completion_tokens: number;
  /** Both together. */
  total_tokens: number;
};

export type Annotation = {
  /** The place among the annotations of the message, in a stream. */
  index?: number;
  type: 'url_citation';
  /** What is cited, and by which mark. */
  url_citation: {
    /** Begin of the mark in the text. */
    start_index: number;
    /** End of the mark, exclusive. */
    end_index: number;
    /** For people to read. */
    title: string;
    /** A page that people can read: the passage with the cited words marked, or the web page. */
    url: string;
  };
};

export type PackList = {
  /** The packs. */
  packs: Pack[];
};

export type ExamplePacks = {
  /** The packs. */
  packs: PackContent[];
};

/** A named set of rules. */
export type PackContent = {
  /** By which it is asked for. */
  id: string;
  /** What it is called. */
  name: string;
  /** Counts up with every change. */
  version: number;
  /** The rules and examples. */
  criteriaDefinition: PackDefinition;
  /** Mistakes that writers make, in words. */
  commonPitfalls: string[];
  /** Passages that the rules rest on. */
  evidenceChunkIds: string[];
  /** Subject of the rules, in words of their writer. */
  category: string;
  /** For whom the pack is: basic, intermediate, advanced. */
  difficulty: string;
  /** Whether its rules hold. */
  isActive: boolean;
};

/** A pack as it is kept. */
export type Pack = PackContent & {
  /** When it was made. */
  createdAt: string;
  /** When it was changed last. */
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
  /** What it is called. */
  name?: string;
  /** As PackDefinition; what is missing is empty. */
  criteriaDefinition?: {
    /** The rules, in order. */
    rules?: Record<string, unknown>[];
    /** Sentences that are as they should be. */
    do_examples?: string[];
    /** Sentences that are not. */
    dont_examples?: string[];
  };
  /** Mistakes that writers make, in words. */
  commonPitfalls?: string[];
  /** Passages that the rules rest on. */
  evidenceChunkIds?: string[];
  /** Subject of the rules, in words of their writer. */
  category?: string;
  /** For whom the pack is: basic, intermediate, advanced. */
  difficulty?: string;
  /** Whether its rules hold. */
  isActive?: boolean;
};

export type PackDefinition = {
  /** The rules, in order. */
  rules: Rule[];
  /** Sentences that are as they should be. */
  do_examples: string[];
  /** Sentences that are not. */
  dont_examples: string[];
};

/** A text for the model, a pattern or check for the machine, or both. */
export type Rule = {
  /** Unique in its pack. */
  id: string;
  /** What the rule asks for. */
  kind: 'must' | 'must_not' | 'prefer';
  /** The rule in words, for writers and models. */
  text?: string;
  /** Regular expression of what breaks the rule; for must, of what every text needs. */
  pattern?: string;
  /** What stands in place of a match; $1 is the first group. */
  replacement?: string;
  /** How much it matters. */
  severity: 'suggestion' | 'warning' | 'error';
  /** Subject of the rules, in words of their writer. */
  category?: string;
  /** Where the rule is explained. */
  link?: string;
  /** Stands before the other rules in the prompt. */
  pinned?: boolean;
  /** A check beyond one pattern, as Vale styles have them. */
  check?: {
    /** Kind of the check, as Vale names it. */
    extends: string;
  };
};

export type PackVersions = {
  /** All of them. */
  versions: {
    /** From 1; each change makes a new one. */
    version: number;
    /** The rules and examples. */
    criteriaDefinition: PackDefinition;
    /** When it was made. */
    createdAt: string;
  }[];
};

export type Dictionary = {
  /** The words, in order. */
  words: {
    /** As it was given. */
    word: string;
    /** When it was made. */
    createdAt: string;
  }[];
};

export type IgnoredFinding = {
  /** By which it is asked for. */
  id: string;
  /** null: in every text. */
  draftId: string | null;
  /** Id of the rule. */
  ruleId: string;
  /** null: whatever the rule finds. */
  words: string | null;
  /** When it was made. */
  createdAt: string;
};

export type LintResult = {
  /** Rules that nobody checked, with the reason. */
  notChecked: {
    /** Id of the rule. */
    ruleId: string;
    /** Why, in words for a person. */
    reason: string;
  }[];
  /** What breaks a rule, in the order of the text. */
  breaches: ({
    /** Whether a pattern found it, or a model. */
    judgedBy: 'pattern' | 'model';
    /** Id of the rule. */
    ruleId: string;
    /** How much it matters. */
    severity: 'suggestion' | 'warning' | 'error';
    /** UTF-16 code units in the text. */
    start: number;
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** What is wrong, in words. */
    message: string;
    /** What takes the place of the words; null where the rule proposes nothing. */
    replacement: string | null;
  })[];
};

export type ModelList = {
  object: 'list';
  /** What can be asked for. */
  data: Model[];
};

export type Model = {
  /** The name to ask for it by. */
  id: 'stet' | 'stet-embeddings';
  object: 'model';
  /** Seconds since 1970. */
  created: number;
  owned_by: 'stet';
  /** What it is, in words. */
  description: string;
};

export type JudgeTrial = {
  /** Whether it is asked in this language: until it was tried, and when it passed. */
  judges: boolean;
  /** Sentences that it got right; null before it was tried. */
  right: number | null;
  /** How many sentences were asked; null before it was tried. */
  of: number | null;
};

/** A model behind the words, and how it did with ten known sentences of each language. */
export type TriedModel = {
  /** What it is called. */
  name: string;
  /** The trial in Korean. */
  ko: JudgeTrial;
  /** The trial in English. */
  en: JudgeTrial;
};

export type ServerStatus = {
  /** Of the program. */
  version: string;
  /** The model that writes. */
  model: {
    /** A model, or only the words of the sources. */
    kind: 'model' | 'extracts';
    /** What it is called. */
    name: string;
  };
  /** What makes vectors. */
  embeddings: {
    /** Name of the space of the vectors. */
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
  /** How much a request may have. */
  limits: {
    /** Longest question. */
    questionBytes: number;
    /** Largest file. */
    fileBytes: number;
  };
};

export type Stats = {
  /** First day. */
  from: string;
  /** Last day. */
  to: string;
  /** How many days. */
  days: number;
  /** In which days are counted. */
  timeZone: string;
  /** Days that have answers, oldest first. */
  answers: AnswerDay[];
  /** Judged citations by file, the most cited first, at most 50. */
  sources: SourceVerdicts[];
  references: ReferenceCounts;
  /** How long answers took. */
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
  /** The day. */
  date: string;
  /** How many answers. */
  answers: number;
  /** Citations that were judged: the sum of the next three. */
  judged: number;
  /** Claims that their sources support. */
  supported: number;
  /** Claims that their sources do not support. */
  unsupported: number;
  /** Claims of which it cannot be told. */
  uncertain: number;
  /** Marks that were taken out of the text. */
  removed: number;
  /** Supported ÷ judged; null when none was judged. */
  accuracyRate: number | null;
  /** How many answers have which badge. */
  badges: {
    /** Answers with this badge. */
    verified: number;
    /** Answers with this badge. */
    partial: number;
    /** Answers with this badge. */
    unverified: number;
    /** Answers with this badge. */
    no_sources: number;
  };
};

export type SourceVerdicts = {
  /** Null when the file was taken in under several ids. */
  documentId: string | null;
  /** Name of the file that was sent. */
  fileName: string;
  /** Claims that their sources support. */
  supported: number;
  /** Claims that their sources do not support. */
  unsupported: number;
  /** Claims of which it cannot be told. */
  uncertain: number;
};

export type Spread = {
  /** How many were measured. */
  count: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p95: number;
} | null;

export type PatchCounts = {
  /** Whether the content changes, the words, or the form. */
  category: 'CORE' | 'EXPRESSION' | 'DETAIL';
  /** All patches. */
  proposed: number;
  /** Not decided yet. */
  pending: number;
  /** Taken over. */
  accepted: number;
  /** Refused. */
  rejected: number;
  /** Their words were changed since. */
  conflict: number;
  /** Replaced by a later revision. */
  superseded: number;
};

/** Each holds those before it: reading, searching and checking, which change nothing; asking, in conversations of one's own; changing what the workspace has; keys and the audit log. */
export type Scope = 'read' | 'ask' | 'write' | 'admin';

export type Session = {
  /** Whether the cookie is good. */
  signedIn: boolean;
  /** False where nobody has a key: whoever is at this machine may do everything. */
  needed: boolean;
  /** The name of the key, or the person's address of mail (where the provider does not vouch for it, their subject). */
  who?: string;
  /** Where a browser goes to sign in with an account, if that can be done; `return` says where it comes back to. */
  signIn?: string;
  scope?: Scope;
  /** In which the key is good. */
  workspace?: string;
};

export type SignIn = {
  /** An API key, or the key of the settings. */
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
  /** By which it is asked for. */
  id: string;
  /** What it is called. */
  name: string;
  /** How the key begins. */
  prefix: string;
  scope: Scope;
  /** In which the key is good. */
  workspace: string;
  /** When it was made. */
  createdAt: string;
  /** When it ends; null: never. */
  expiresAt: string | null;
  /** To five minutes. */
  lastUsedAt: string | null;
  /** When it was revoked; null: it was not. */
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
  /** The keys; none tells what it opens with. */
  keys: Key[];
};

export type NewKey = {
  /** What decisions and the audit log call it. */
  name: string;
  scope: Scope;
  /** Left out: it does not end. */
  expiresInDays?: number | null;
  /** In which the key is good; left out, in that of the request. */
  workspace?: string | null;
  limits?: Limits;
};

export type Rotation = {
  /** How long the old key is good beside the new one. */
  overlapHours?: number;
};

export type Workspace = {
  /** By which it is asked for. */
  id: string;
  /** Of the workspace. */
  name: string;
  /** When it was made. */
  createdAt: string;
  limits: Limits;
};

export type WorkspaceList = {
  /** The workspaces. */
  workspaces: Workspace[];
};

export type WorkspaceName = {
  /** Of the workspace. */
  name: string;
};

export type NewWorkspace = {
  /** Of the workspace. */
  name: string;
  limits?: Limits;
};

export type AuditEntry = {
  /** By which it is asked for. */
  id: string;
  /** When it was said or done. */
  at: string;
  /** The name of the key; writer where nobody has one, STET_API_KEY for that of the settings. */
  who: string;
  /** The key or person with which it was done; null where nobody has one. */
  key: string | null;
  /** question.ask, question.again, answer.stop, draft.revise, source.import, patch.decide, key.create and so on. */
  action: string;
  /** What it was done to. */
  subject: string;
};

export type AuditPage = {
  /** What was done, the latest first. */
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
      /** The entities. */
      entities: Entity[];
    };
  };
  /** An entity with what it hangs together with, and the passages that say so */
  'GET /api/graph/entities/{id}': {
    request: undefined;
    response: Entity & ({
      /** Relations between them. */
      relations: ({
        /** Of the relation, or of the entity at its other end. */
        id: string;
        label: RelationLabel;
        /** Whether it leads to the other or from it. */
        direction: 'out' | 'in';
        /** What stands at the other end of the relation. */
        entity: {
          /** Of the relation, or of the entity at its other end. */
          id: string;
          /** As the sources write it. */
          name: string;
          /** What it is. */
          kind: string;
          /** What the sources say of it; empty where they say nothing. */
          description: string;
        };
        /** Passages that say so, at most 5. */
        chunkIds: string[];
      })[];
      /** Passages that speak of it. */
      evidence: ({
        /** The passage: /api/chunks/{id}. */
        chunkId: string;
        /** The version of the source that the passage is of. */
        documentId: string;
        /** Name of the file that was sent. */
        fileName: string;
        /** Page in the file, from 1; null where it has none. */
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
      /** The entities. */
      entities: GraphNode[];
      /** Relations between them. */
      relations: GraphEdge[];
    };
  };
  /** What the sources speak of together, in sentences of theirs */
  'GET /api/graph/themes': {
    request: undefined;
    response: {
      /** The themes. */
      themes: ({
        /** Of the theme; another once its entities have changed. */
        id: string;
        /** Names of the entities that the most hangs on. */
        title: string;
        /** How many entities it is made of. */
        entities: number;
        /** Whether a model has summed it up; else its sentences are quotations. */
        summedUp: boolean;
        /** What is said of it: each sentence is quoted from its passage, or was found supported by it. */
        sentences: ({
          /** The sentence. */
          text: string;
          /** The passage that says it. */
          chunkId: string;
          /** The document of that passage. */
          documentId: string;
          /** Its file. */
          fileName: string;
          /** Its page. */
          page: number | null;
        })[];
      })[];
    };
  };
  /** How what the sources speak of hangs together */
  'GET /api/graph/relations': {
    request: undefined;
    response: {
      /** Relations between them. */
      relations: GraphEdge[];
    };
  };
  /** What is around an entity, or what an answer speaks of, to be drawn */
  'GET /api/graph/neighbourhood': {
    request: undefined;
    response: {
      /** The entities. */
      entities: GraphNode[];
      /** Relations between them. */
      relations: GraphEdge[];
      /** There is more. */
      truncated: boolean;
    };
  };
  /** References to regulations that answers of the last 30 days did not show */
  'GET /api/references/review': {
    request: undefined;
    response: {
      /** The latest first. */
      removed: {
        /** The words as they are written. */
        words: string;
        /** The sentence in which it stood. */
        statement: string;
        /** Why, in words for a person. */
        reason: string;
        fault: ReferenceFault;
        /** The conversation. */
        chatId: string;
        /** When it was said or done. */
        at: string;
      }[];
    };
  };
  /** References that a person has declared to be right */
  'GET /api/references/accepted': {
    request: undefined;
    response: {
      /** Those that were declared to be right. */
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
      /** Of the draft. */
      title?: string;
      /** The whole text, as Markdown. */
      text?: string;
      /** Only these sources. */
      sourceIds?: string[];
      /** Packs of rules that hold. */
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
      /** Of the draft. */
      title?: string | null;
      /** The whole text, as Markdown. */
      text?: string | null;
      /** Only these sources. */
      sourceIds?: string[] | null;
      /** Packs of rules that hold. */
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
      /** What is said. */
      body: string;
    };
    response: CommentList;
  };
  /** Say something else, or settle a thread */
  'PATCH /api/drafts/{id}/comments/{comment}': {
    request: {
      /** What is said. */
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
      /** What is said. */
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
      /** What is to be done; left out, the rules alone are followed. */
      instruction?: string;
      /** UTF-16 code units of the draft. */
      range?: {
        start: Whole;
        end: Whole;
      } | null;
      /** Packs of rules that hold. */
      criteriaPackIds?: string[] | null;
      /** Only changes of these categories. */
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
      /** What the clipboard holds. */
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
      /** What becomes of the patches. */
      action: 'accept' | 'reject' | 'undo';
      /** The revision that the writer saw. */
      baseRevision: Whole;
      /** These patches. */
      ids?: string[] | null;
      /** Those of this category. */
      category?: 'CORE' | 'EXPRESSION' | 'DETAIL' | null;
      /** Id of the rule. */
      ruleId?: string | null;
      /** Every patch that is open. */
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
      /** The words that were there. */
      before: string;
      /** The words that take their place. */
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
      /** The newest first. */
      ignored: IgnoredFinding[];
    };
  };
  /** Set a finding aside, or all of a rule */
  'POST /api/ignored': {
    request: {
      /** Id of the rule. */
      ruleId: string;
      /** The words that were found; left out, whatever the rule finds. */
      words?: string | null;
      /** Only in this draft; left out, in every text. */
      draftId?: string | null;
    };
    response: {
      /** By which it is asked for. */
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
      /** The whole text, as Markdown. */
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
  /** Give a workspace another name */
  'PATCH /api/workspaces/{id}': {
    request: WorkspaceName;
    response: undefined;
  };
  /** Delete a workspace with everything in it, for good */
  'DELETE /api/workspaces/{id}': {
    request: undefined;
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
