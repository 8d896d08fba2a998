/**
 * The shapes of the HTTP interface, made by scripts/types.mjs out of openapi.json, which src/http/openapi.rs makes.
 * Not to be edited: `npm run types` writes this file, and the tests fail when it differs from the document.
 */

export type AcceptedReference = {
  /** When it was declared. */
  createdAt: string;
  /** The words as they are written. */
  words: string;
};

/** What the nearest source that was held against a sentence has in its place: of a sentence that is unsupported, uncertain, or uncited and contradicted. */
export type Against = {
  /** The stored passage, where it is one. */
  chunkId?: string;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** The source. */
  sourceId: string;
  /** UTF-16 code units in the source's text. */
  start: number;
  /** The words. */
  text: string;
  /** The value of the source, in the spelling of the sentence where that can be: in the place of `yours` it makes the sentence supported. */
  theirs?: string;
  /** A value of the sentence, as it is written there, of which the source states another. */
  yours?: string;
};

export type Annotation = {
  /** The place among the annotations of the message, in a stream. */
  index?: number;
  type: 'url_citation';
  /** What is cited, and by which mark. */
  url_citation: {
    /** End of the mark, exclusive. */
    end_index: number;
    /** Begin of the mark in the text. */
    start_index: number;
    /** For people to read. */
    title: string;
    /** A page that people can read: the passage with the cited words marked, or the web page. */
    url: string;
  };
};

export type AnswerDay = {
  /** Supported ÷ judged; null when none was judged. */
  accuracyRate: number | null;
  /** How many answers. */
  answers: number;
  /** How many answers have which badge. */
  badges: {
    /** Answers with this badge. */
    no_sources: number;
    /** Answers with this badge. */
    partial: number;
    /** Answers with this badge. */
    unverified: number;
    /** Answers with this badge. */
    verified: number;
  };
  /** The day. */
  date: string;
  /** Citations that were judged: the sum of the next three. */
  judged: number;
  /** Marks that were taken out of the text. */
  removed: number;
  /** Claims that their sources support. */
  supported: number;
  /** Claims of which it cannot be told. */
  uncertain: number;
  /** Claims that their sources do not support. */
  unsupported: number;
};

/** Stet's own settings of a request. */
export type AnswerExtras = {
  /** The writer's rules for the answer. */
  criteriaPackIds?: string[];
  /** Korean or English. */
  language?: 'ko' | 'en' | null;
  /** With footnote, sentences that no source supports get one in the text. */
  mark?: 'none' | 'footnote' | null;
  /** What becomes of a streamed text that its sources do not bear out: tell withdraws it by a line of its own and goes on with the corrected text, hold sends nothing before the answer is judged, once leaves it with a warning. */
  replaced?: 'tell' | 'hold' | 'once' | null;
  /** Only these documents. */
  sourceIds?: string[];
  /** No sentence leaves before its last verdict. */
  strict?: boolean | null;
  /** Whether the web is searched, where the server can: never, where the sources have little, or beside them. */
  web?: 'off' | 'auto' | 'always' | null;
} | null;

/** The grade of an answer; every figure lies between 0 and 1. */
export type AnswerGrade = {
  /** One less the hallucination score. */
  accuracy: number;
  /** Whether it can be understood, from 0 to 1. */
  clarity: number;
  /** Whether the question is answered as a whole, from 0 to 1. */
  completeness: number;
  /** What to do better, in the model's words. */
  feedback: string;
  /** The mean of the four. */
  overall: number;
  /** Whether it is good enough. */
  passed: boolean;
  /** Whether it is this question that is answered, from 0 to 1. */
  relevance: number;
};

/** The structured result, with the text as it is stored and its sentences. */
export type AnswerVerdict = {
  /** The text as it is stored; offsets of the sentences are UTF-16 code units of it. */
  answer: string;
  /** The conversation, where it is kept. */
  chatId?: string;
  /** Each as data-sentence tells it. */
  sentences: Record<string, unknown>[];
} & Metadata;

export type Article = {
  /** Number of the article. */
  article: string;
  /** 편, 장, 절 above the article, outermost first. */
  chapterPath: string[];
  /** The passage: /api/chunks/{id}. */
  chunkId: string | null;
  /** The words of the article. */
  content: string;
  /** The version of the source that the passage is of. */
  documentId: string;
  /** By which it is asked for. */
  id: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** Name of the regulation. */
  regulation: string;
  /** In the supplementary provisions (부칙). */
  supplementary: boolean;
  /** For people to read. */
  title: string | null;
};

export type ArticleList = {
  /** The articles. */
  articles: Article[];
};

export type AuditEntry = {
  /** question.ask, question.again, answer.stop, draft.revise, source.import, patch.decide, key.create and so on. */
  action: string;
  /** When it was said or done. */
  at: string;
  /** By which it is asked for. */
  id: string;
  /** The key or person with which it was done; null where nobody has one. */
  key: string | null;
  /** What it was done to. */
  subject: string;
  /** The name of the key; writer where nobody has one, `STET_API_KEY` for that of the settings. */
  who: string;
};

export type AuditPage = {
  /** What was done, the latest first. */
  entries: AuditEntry[];
  /** What to ask the next page before; null at the end. */
  next: string | null;
};

/** The one word a reader sees first. */
export type Badge = 'verified' | 'partial' | 'unverified' | 'no_sources' | 'direct';

/** One of the messages that stand in the same place of a conversation. */
export type Branch = {
  /** How many there are. */
  count: number;
  /** Which of them it is, from 1 in the order in which they were written. */
  index: number;
  /** What it stands behind, where all branches were asked for; left out of what a conversation begins with. */
  parent?: string;
  /** By which each of them is shown, the oldest first. */
  siblings: string[];
};

export type BranchRequest = {
  /** One of the siblings of a message. */
  messageId: string;
};

/** A conversation without its messages. */
export type Chat = {
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** When it was made. */
  createdAt: string;
  /** By which it is asked for. */
  id: string;
  /** The turns so far, the oldest first. */
  messages: ChatMessage[];
  /** Whether whoever asks began it, or a key that theirs has taken the place of. */
  mine: boolean;
  /** The project that it is in; null: in none. */
  projectId: string | null;
  /** For people to read. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type ChatList = {
  /** The conversations. */
  chats: ChatSummary[];
};

/** A stored message in the shape that AI SDK clients keep. Parts of an answer are its text, its sources, and the last state of each data part. */
export type ChatMessage = {
  /** Where it stands among others; left out where nothing else stands in its place and not all were asked for. */
  branch?: Branch;
  /** Of the message. */
  id: string;
  /** Of an answer, the members of Metadata as well, once it has ended. */
  metadata: {
    /** Of a question: who asked it, as they were called then; left out where nobody noted it. */
    author?: string;
    /** Of a question: their key or person; left out where nobody had one. */
    authorId?: string;
    /** When it was made. */
    createdAt: string;
    /** How it stands. */
    status?: 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';
  };
  /** The parts of the message, in order. */
  parts: ({
    state?: 'done';
    /** The words. */
    text: string;
    type: 'text';
  } | PartStep | PartSource | PartSourceUrl | PartSentence | PartEdit | PartCriteria | PartSuperseded)[];
  /** Who speaks. */
  role: 'system' | 'user' | 'assistant';
};

/** The AI SDK's request with Stet's extras. */
export type ChatRequest = {
  /** Packs of rules that hold. */
  criteriaPackIds?: string[];
  /** The draft beside which the question is asked. */
  draftId?: string | null;
  filter?: Filter;
  /** The conversation. */
  id: string;
  /** Korean or English. */
  language?: Language | null;
  /** The question, instead of or after messages. */
  message?: UiMessage | null;
  /** The message; with regenerate-message, the one to be written anew. */
  messageId?: string | null;
  /** The last message of the user is the question. */
  messages?: UiMessage[];
  mode?: Mode | null;
  /** The project that a new conversation belongs to. Questions in the conversations of a project look in its sources, where none are named. */
  projectId?: string | null;
  /** Only these sources; all when empty. */
  sourceIds?: string[];
  /** Hold every sentence until it is judged. */
  strict?: boolean | null;
  /** Whether a question is asked, an answer written anew, or a stream taken up again. */
  trigger?: 'submit-message' | 'regenerate-message' | 'resume-stream' | null;
  /** Whether the web is searched, where the server can: never, where the sources have little, or beside them. */
  web?: Web | null;
};

/** A conversation without its messages. */
export type ChatSummary = {
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** When it was made. */
  createdAt: string;
  /** By which it is asked for. */
  id: string;
  /** Whether whoever asks began it, or a key that theirs has taken the place of. */
  mine: boolean;
  /** The project that it is in; null: in none. */
  projectId: string | null;
  /** For people to read. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type Citation = {
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** The words of the source that it was held against; null where none were found. */
  evidence: {
    /** The passage: /api/chunks/{id}. */
    chunkId?: string;
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** Only in stored conversations: it was deleted since. */
    gone?: true;
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
    /** UTF-16 code units in the passage. */
    start: number;
    /** The words. */
    text: string;
  } | null;
  /** The mark as it stands in the text. */
  mark: string;
  /** The number by which the answer cites the source. */
  number: number;
  /** Stet put it. */
  put?: boolean;
  /** The source. */
  sourceId: string | null;
  /** Begin of the place, in UTF-16 code units. */
  start: number;
};

export type CitationPreview = {
  /** In which the draft goes out. */
  style: 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  /** Keys that are cited and that the bibliography does not have. */
  unknown: string[];
  /** The works. */
  works: {
    /** By which texts cite the work: `[@key]`. */
    key: string;
    /** The words. */
    text: string;
  }[];
};

export type Classified = {
  /** The riskiest; DETAIL when nothing changed. */
  category: PatchCategory;
  /** The patches. */
  patches: TextPatch[];
};

export type ClassifyRequest = {
  /** The words that take their place. */
  after: string;
  /** The words that were there. */
  before: string;
};

/** A thread at words of a draft: what was said first, and what answers it. */
export type Comment = {
  /** As decidedBy of a decision. */
  author: string;
  /** Their key or person; null where nobody had one or it was not noted. */
  authorId: string | null;
  /** What is said. */
  body: string;
  /** When it was made. */
  createdAt: string;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** By which it is asked for. */
  id: string;
  /** The words that stand there now; null when they are gone. */
  present: string | null;
  /** The words that it was written about. */
  quote: string;
  /** Answers to it. */
  replies: CommentReply[];
  /** When the thread was settled. */
  resolvedAt: string | null;
  /** UTF-16 offset in the text of the revision; where the words stood, when they are gone. */
  start: number;
  /** What became of the words. */
  state: 'kept' | 'changed' | 'gone';
  /** When it was changed last. */
  updatedAt: string;
};

export type CommentChange = {
  /** What is said. */
  body?: string | null;
  /** Of the first of a thread; false opens it again. */
  resolved?: boolean | null;
};

export type CommentList = {
  /** The comments. */
  comments: Comment[];
  /** What was added. */
  made?: string;
  /** The revision of the draft that the places are in. */
  revision: number;
};

/** What somebody said. */
export type CommentReply = {
  /** As decidedBy of a decision. */
  author: string;
  /** Their key or person; null where nobody had one or it was not noted. */
  authorId: string | null;
  /** What is said. */
  body: string;
  /** When it was made. */
  createdAt: string;
  /** By which it is asked for. */
  id: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type Completion = {
  /** The answers; there is one. */
  choices: {
    /** Why the answer ended. */
    finish_reason: CompletionEnd;
    index: 0;
    /** Stet has none. */
    logprobs: null;
    /** The answer. */
    message: {
      /** The citations of the text. */
      annotations: Annotation[];
      /** The words. */
      content: string;
      /** Stet refuses nothing. */
      refusal: null;
      role: 'assistant';
    };
  }[];
  /** Seconds since 1970. */
  created: number;
  /** Of this answer. */
  id: string;
  model: 'stet';
  object: 'chat.completion';
  /** Left out where nothing was asked of the sources. */
  stet?: AnswerVerdict | null;
  usage: Usage | null;
};

export type CompletionChunk = {
  /** What comes next; nothing in the chunk that counts. */
  choices: ({
    /** What comes next. */
    delta: {
      /** All citations of the text, in one chunk before the last. */
      annotations?: Annotation[];
      /** Words of the answer. */
      content?: string;
      role?: 'assistant';
    };
    /** Why the answer ended; null before. */
    finish_reason: CompletionEnd | null;
    index: 0;
    /** Stet has none. */
    logprobs: null;
  })[];
  /** Seconds since 1970. */
  created: number;
  /** Of this answer. */
  id: string;
  model: 'stet';
  object: 'chat.completion.chunk';
  /** On the chunk with the `finish_reason`. */
  stet?: AnswerVerdict | null;
  /** Null in all chunks but the last; left out where it was not asked for. */
  usage?: Usage | null;
};

/** Why an answer ended. */
export type CompletionEnd = 'stop' | 'length' | 'content_filter';

export type CompletionRequest = {
  /** Handed on to the model. */
  frequency_penalty?: number | null;
  /** Handed on to the model. */
  max_completion_tokens?: number | null;
  /** Handed on to the model. */
  max_tokens?: number | null;
  /** The turns so far, the oldest first. */
  messages: ({
    /** Text, or an array of parts with text. */
    content?: string | Record<string, unknown>[] | null;
    /** Who speaks. */
    role: string;
  })[];
  /** The name that a client has for the model. */
  model?: string | null;
  /** Handed on to the model. */
  presence_penalty?: number | null;
  /** Handed on to the model. */
  seed?: number | null;
  stet?: AnswerExtras;
  /** Handed on to the model. */
  stop?: string | string[] | null;
  /** Keep the conversation; stet.chatId names it then. */
  store?: boolean | null;
  /** true: the answer comes in events. */
  stream?: boolean | null;
  /** What the stream is to tell besides. */
  stream_options?: {
    /** A last chunk tells the tokens. */
    include_usage?: boolean | null;
  } | null;
  /** Handed on to the model. */
  temperature?: number | null;
  /** Handed on to the model. */
  top_p?: number | null;
};

/** A source: bare text, or text with its title, file and page. Other spellings are taken: text, section_content, sectionContent for content; section_title, sectionTitle for title; source_file, fileName for file; source_page for page. */
export type ContextItem = string | {
  /** The words of the passage. */
  content?: string;
  /** Name of the file. */
  file?: string | null;
  /** By which it is asked for. */
  id?: string | null;
  /** Page in the file, from 1; null where it has none. */
  page?: number | null;
  /** The words. */
  text?: string;
  /** For people to read. */
  title?: string | null;
};

/** How many sentences stand where. */
export type Counts = {
  /** Sentences that claim something. */
  claims: number;
  /** All sentences. */
  sentences: number;
  /** Claims that their sources support. */
  supported: number;
  /** Claims of which it cannot be told. */
  uncertain: number;
  /** Claims that cite nothing. */
  uncited: number;
  /** Claims that cite what is not there. */
  unknown_source: number;
  /** Claims that their sources do not support. */
  unsupported: number;
};

export type CreateRequest = {
  /** Empty for that of the text's language. */
  citationStyle?: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean' | null;
  /** Packs of rules that hold. */
  criteriaPackIds?: string[];
  /** The project that it belongs to. */
  projectId?: string | null;
  /** Only these sources. */
  sourceIds?: string[];
  /** The whole text, as Markdown. */
  text?: string;
  /** Of the draft. */
  title?: string;
};

/** A later part with the same id replaces it. */
export type DataPatch = {
  /** The patch, or what became of it. */
  data: DraftPatch | EndedPatch;
  /** Of the patch. */
  id: string;
  type: 'data-patch';
};

export type DecideOneRequest = {
  /** The revision that the writer saw. */
  baseRevision: number;
  /** true: answer with the decided patches and places ([id, start, end, to?] of every patch) instead of every patch. */
  brief?: boolean;
};

export type DecideRequest = {
  /** What becomes of the patches. */
  action: 'accept' | 'reject' | 'undo';
  /** Every patch that is open. */
  all?: boolean;
  /** The revision that the writer saw. */
  baseRevision: number;
  /** true: answer with the decided patches and places ([id, start, end, to?] of every patch) instead of every patch. */
  brief?: boolean;
  /** Those of this category. */
  category?: PatchCategory | null;
  /** These patches. */
  ids?: string[] | null;
  /** Id of the rule. */
  ruleId?: string | null;
};

/** The draft after a decision; with brief only the decided patches. */
export type Decided = {
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** Ids of the patches that were decided. */
  changed: string[];
  /** In which it goes out; empty for that of its language. */
  citationStyle: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  /** Ids of those that could not be, because the writer edited there. */
  conflicts: string[];
  /** When it was made. */
  createdAt: string;
  /** Packs of rules that hold. */
  criteriaPackIds: string[];
  /** By which it is asked for. */
  id: string;
  /** In the list only: whether whoever asks began it, or a key that theirs has taken the place of. */
  mine?: boolean;
  /** The patches. */
  patches: DraftPatch[];
  /** With brief: id, start, end, and of a move its target, of every patch that has a place. */
  places?: ((string | number)[])[];
  /** The project that it is in; null: in none. */
  projectId: string | null;
  /** Only when the draft is read: whether a revision of it is being written, whose patches are not staged yet. */
  revising?: boolean;
  /** Counts up with every change of the text; a change names the one that the writer saw. */
  revision: number;
  /** Only these sources. */
  sourceIds: string[];
  /** The whole text, as Markdown. */
  text: string;
  /** Of the draft. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

/** The layer that had the last word on a sentence. */
export type Decider = 'words' | 'meaning' | 'model' | 'translation';

export type DecisionList = {
  /** The decisions, in the order that was asked for. */
  decisions: PatchDecision[];
  /** The offset of the next page; null at the end. */
  next: number | null;
  /** How many there are. */
  total: number;
};

export type Dictionary = {
  /** The words, in order. */
  words: DictionaryWord[];
};

export type DictionaryWord = {
  /** When it was made. */
  createdAt: string;
  /** As it was given. */
  word: string;
};

/** A draft with its text. */
export type Draft = {
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** In which it goes out; empty for that of its language. */
  citationStyle: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  /** When it was made. */
  createdAt: string;
  /** Packs of rules that hold. */
  criteriaPackIds: string[];
  /** By which it is asked for. */
  id: string;
  /** In the list only: whether whoever asks began it, or a key that theirs has taken the place of. */
  mine?: boolean;
  /** The project that it is in; null: in none. */
  projectId: string | null;
  /** Counts up with every change of the text; a change names the one that the writer saw. */
  revision: number;
  /** Only these sources. */
  sourceIds: string[];
  /** The whole text, as Markdown. */
  text: string;
  /** Of the draft. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

/** A draft with what is staged beside it: what a stale client needs to go on. */
export type DraftDesk = {
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** In which it goes out; empty for that of its language. */
  citationStyle: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  /** When it was made. */
  createdAt: string;
  /** Packs of rules that hold. */
  criteriaPackIds: string[];
  /** By which it is asked for. */
  id: string;
  /** In the list only: whether whoever asks began it, or a key that theirs has taken the place of. */
  mine?: boolean;
  /** The patches. */
  patches: DraftPatch[];
  /** The project that it is in; null: in none. */
  projectId: string | null;
  /** Only when the draft is read: whether a revision of it is being written, whose patches are not staged yet. */
  revising?: boolean;
  /** Counts up with every change of the text; a change names the one that the writer saw. */
  revision: number;
  /** Only these sources. */
  sourceIds: string[];
  /** The whole text, as Markdown. */
  text: string;
  /** Of the draft. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type DraftLint = {
  /** What breaks a rule, in the order of the text. */
  breaches: ({
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** Whether a pattern found it, or a model. */
    judgedBy: 'pattern' | 'model';
    /** What is wrong, in words. */
    message: string;
    /** What takes the place of the words; null where the rule proposes nothing. */
    replacement: string | null;
    /** Id of the rule. */
    ruleId: string;
    /** How much it matters. */
    severity: 'suggestion' | 'warning' | 'error';
    /** UTF-16 code units in the text. */
    start: number;
  })[];
  /** Rules that nobody checked, with the reason. */
  notChecked: Unchecked[];
  /** Of the draft that was read. */
  revision: number;
};

export type DraftList = {
  /** The drafts, the last changed first. */
  drafts: DraftSummary[];
};

/** A patch that waits beside a draft, or has been decided. */
export type DraftPatch = {
  /** The words that take their place. */
  after: string;
  /** The revision of the draft that it was made for. */
  baseRevision: number;
  /** The words that were there. */
  before: string;
  category: PatchCategory;
  context: PatchContext;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number | null;
  /** The gates that were asked, in order. */
  gates: GateReading[];
  /** Patches with the same one are one decision: deciding about one decides about all. */
  groupId: string;
  /** The same for the same change. */
  id: string;
  /** What is done to the words. */
  op: PatchOp;
  /** Of a conflict: what the writer has there now; null when the patch has no place any more. */
  present?: string | null;
  /** In the language of the text. */
  reasons: string[];
  /** 0 (harmless) to 1. */
  risk: number;
  /** Rules of the criteria packs behind the patch. */
  ruleIds: string[];
  /** null when the patch has no place in the text any more. */
  start: number | null;
  /** streaming: proposed by a revision that still runs. */
  status: 'streaming' | 'pending' | 'accepted' | 'rejected' | 'conflict' | 'superseded';
  /** Where a moved text goes. */
  to?: number;
  verdict?: FactVerdict;
};

/** A revision of a draft. */
export type DraftRevision = {
  /** Who wrote it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** Size of the text in UTF-8. */
  bytes: number;
  /** What made the revision. */
  cause: 'create' | 'edit' | 'accept' | 'undo' | 'restore';
  /** When it was made. */
  createdAt: string;
  /** How many decisions led to it. */
  decisions: number;
  /** Of a restored one: which it was. */
  restoredFrom?: number;
  /** From 1, without gaps. */
  revision: number;
  /** The whole text, as Markdown; absent where revisions were asked for without. */
  text?: string;
};

/** A draft without its text, as in a list. */
export type DraftSummary = {
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** In which it goes out; empty for that of its language. */
  citationStyle: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  /** When it was made. */
  createdAt: string;
  /** Packs of rules that hold. */
  criteriaPackIds: string[];
  /** By which it is asked for. */
  id: string;
  /** In the list only: whether whoever asks began it, or a key that theirs has taken the place of. */
  mine?: boolean;
  /** The project that it is in; null: in none. */
  projectId: string | null;
  /** Counts up with every change of the text; a change names the one that the writer saw. */
  revision: number;
  /** Only these sources. */
  sourceIds: string[];
  /** Of the draft. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

/** What compatible services take beside these is left unread. */
export type EmbeddingRequest = {
  /** Those of the server, where given. */
  dimensions?: number | null;
  /** Numbers, or their bytes in base64. */
  encoding_format?: 'float' | 'base64' | null;
  /** A text, or up to 2048 of them. */
  input: string | string[];
  /** What the texts are for, which some models tell apart; a passage unless it says otherwise. */
  input_type?: 'query' | 'passage' | null;
  /** Not read: there is one. */
  model?: unknown;
};

export type Embeddings = {
  /** One vector for each text, in order. */
  data: ({
    /** Numbers, or in base64 their 4-byte forms one behind another. */
    embedding: number[] | string;
    /** Place in the order, from 0. */
    index: number;
    object: 'embedding';
  })[];
  model: 'stet-embeddings';
  object: 'list';
  /** Tokens, as the model counts. */
  usage: {
    /** Tokens of the texts. */
    prompt_tokens: number;
    /** The same: nothing was written. */
    total_tokens: number;
  };
};

/** A proposal that came to nothing, or gave way to a newer one. */
export type EndedPatch = {
  /** By which it is asked for. */
  id: string;
  /** What became of it. */
  status: 'withdrawn' | 'superseded';
};

/** Something that passages speak of. */
export type Entity = {
  /** The title of an article, the meaning of a term; else empty. */
  description: string;
  /** By which it is asked for. */
  id: string;
  /** term: defined in a text; body: a committee, an office. */
  kind: 'person' | 'place' | 'event' | 'regulation' | 'article' | 'term' | 'body' | 'name';
  /** As the sources write it. */
  name: string;
  /** How many passages speak of it. */
  passages: number;
};

/** A table, a figure or an embedded presentation that is cited. */
export type EntityReference = {
  /** Names and values that describe it. */
  keywords: string[];
  /** `presentation`, else the category of the passage. */
  kind: string;
  /** The number by which the answer cites the source. */
  number: number;
  /** The source. */
  source_id: string;
  /** An embedded presentation is always called one. */
  title: string | null;
};

export type ExamplePacks = {
  /** The packs. */
  packs: PackContent[];
};

/** Entities and what hangs together among them. */
export type ExportGraphAnswer = {
  /** The entities. */
  entities: GraphNode[];
  /** Relations between them. */
  relations: GraphEdge[];
};

/** Whether the sources support the fact that a CORE patch states. */
export type FactVerdict = {
  /** The words of the source that it was held against; null where none were found. */
  evidence: {
    /** The passage: /api/chunks/{id}. */
    chunkId: string;
    /** The version of the source that the passage is of. */
    documentId: string;
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
    /** The words. */
    text: string;
    /** Of the source. */
    title: string;
  } | null;
  /** Why, in words for a person. */
  reason: string;
  /** The higher, the better it fits. */
  score: number;
  /** The verdict. */
  status: 'supported' | 'unsupported' | 'uncertain' | 'no_source';
};

export type FeedbackRequest = {
  /** Stands for the passage in answers and is what they are held against; null takes it back. */
  text?: string | null;
};

/** Which passages are looked at, in a search and for a question. */
export type Filter = {
  /** Words that the caption holds, in a row and in either case. */
  caption?: string | null;
  /** Only passages of these kinds: heading1, paragraph, table and so on. */
  categories?: string[];
  /** text, image or table. */
  chunkType?: string | null;
  /** The same of what describes a table or a figure: anywhere among its names and values, or in one of its fields. */
  entity?: string | {
    /** A word of the entity. */
    keyword?: string | null;
    /** For people to read. */
    title?: string | null;
    /** What the object is. */
    type?: string | null;
  } | null;
  /** Korean or English. */
  language?: Language | null;
  /** Only these pages. */
  pages?: number[];
  /** Only these sources. */
  sourceIds?: string[];
};

/** One gate with the value it measured and what follows from it. */
export type GateReading = {
  /** Which gate was asked. */
  name: 'form' | 'number' | 'negation' | 'modality' | 'quotation' | 'link' | 'name' | 'direction' | 'roles' | 'content' | 'size' | 'meaning';
  /** What was read, for the writer's eyes: 1.5 → 15, may → must, 38 %. */
  value: string;
  /** What the gate said. */
  verdict: 'clear' | 'warn' | 'flag' | 'expression' | 'core';
};

/** Something that passages speak of. */
export type GetEntityAnswer = {
  /** The title of an article, the meaning of a term; else empty. */
  description: string;
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
  /** By which it is asked for. */
  id: string;
  /** term: defined in a text; body: a committee, an office. */
  kind: 'person' | 'place' | 'event' | 'regulation' | 'article' | 'term' | 'body' | 'name';
  /** As the sources write it. */
  name: string;
  /** How many passages speak of it. */
  passages: number;
  /** Relations of it. */
  relations: ({
    /** Passages that say so, at most 5. */
    chunkIds: string[];
    /** Whether it leads to the other or from it. */
    direction: 'out' | 'in';
    /** What stands at the other end of the relation. */
    entity: {
      /** The title of an article, the meaning of a term; else empty. */
      description: string;
      /** By which it is asked for. */
      id: string;
      /** term: defined in a text; body: a committee, an office. */
      kind: 'person' | 'place' | 'event' | 'regulation' | 'article' | 'term' | 'body' | 'name';
      /** As the sources write it. */
      name: string;
    };
    /** Of the relation. */
    id: string;
    label: RelationLabel;
  })[];
};

/** The grade of a passage as it is told. */
export type Grade = 'High' | 'Medium' | 'Low';

/** A relation of a drawing. */
export type GraphEdge = {
  /** Passages that say so, at most 5; those that an answer cites first. */
  chunkIds: string[];
  /** What the sources say of it; empty where they say nothing. */
  description: string;
  /** By which it is asked for. */
  id: string;
  label: RelationLabel;
  /** The entity that it leads from. */
  source: string;
  /** The entity that it leads to. */
  target: string;
};

/** An entity of a drawing. */
export type GraphNode = {
  /** Passages that speak of it, at most 5; those that an answer cites first. */
  chunkIds: string[];
  /** The title of an article, the meaning of a term; else empty. */
  description: string;
  /** By which it is asked for. */
  id: string;
  /** term: defined in a text; body: a committee, an office. */
  kind: 'person' | 'place' | 'event' | 'regulation' | 'article' | 'term' | 'body' | 'name';
  /** As the sources write it. */
  name: string;
  /** How many passages speak of it. */
  passages: number;
};

/** How much of an answer its sources do not support. */
export type HallucinationCheck = {
  /** The score in a word. */
  band: 'supported' | 'minor_details' | 'some_claims' | 'major_claims' | 'fabricated';
  /** Sentences that claim something. */
  claims: number;
  /** Whether it is good enough. */
  passed: boolean;
  /** 0: every claim is supported; 1: none is. See [`score`]. */
  score: number;
  /** The scores of all attempts, in their order. */
  scores: number[];
  /** A score above it calls for another attempt. */
  threshold: number;
  /** Claims that count against the answer, the refused ones first, at most eight. */
  unsupported_claims: string[];
};

export type Ignored = {
  /** The newest first. */
  ignored: IgnoredFinding[];
};

export type IgnoredFinding = {
  /** When it was made. */
  createdAt: string;
  /** null: in every text. */
  draftId: string | null;
  /** By which it is asked for. */
  id: string;
  /** Id of the rule. */
  ruleId: string;
  /** null: whatever the rule finds. */
  words: string | null;
};

/** A draft that was made of a file. */
export type ImportedDraft = {
  /** Who began it, as they were called then; null: nobody noted it. */
  author: string | null;
  /** Their key or person; null where nobody had one. */
  authorId: string | null;
  /** In which it goes out; empty for that of its language. */
  citationStyle: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean';
  /** When it was made. */
  createdAt: string;
  /** Packs of rules that hold. */
  criteriaPackIds: string[];
  /** By which it is asked for. */
  id: string;
  /** What came in with the text. */
  imported: {
    /** Tracked changes, which are suggestions now. */
    changes: number;
    /** The comments. */
    comments: {
      /** When it was said, as the file writes it, usually RFC 3339. */
      at: string;
      /** Who said it, as the file has it. */
      author: string;
      /** End of the place, exclusive, in UTF-16 code units. */
      end: number;
      /** It stands beside its words in the draft; otherwise it has none there. */
      kept: boolean;
      /** The words that it was noted to. */
      quote: string;
      /** Begin of the place, in UTF-16 code units. */
      start: number;
      /** What is said. */
      text: string;
    }[];
    /** Pictures that did not come along; their descriptions did. */
    pictures: number;
  };
  /** In the list only: whether whoever asks began it, or a key that theirs has taken the place of. */
  mine?: boolean;
  /** The patches. */
  patches: DraftPatch[];
  /** The project that it is in; null: in none. */
  projectId: string | null;
  /** Only when the draft is read: whether a revision of it is being written, whose patches are not staged yet. */
  revising?: boolean;
  /** Counts up with every change of the text; a change names the one that the writer saw. */
  revision: number;
  /** Only these sources. */
  sourceIds: string[];
  /** The whole text, as Markdown. */
  text: string;
  /** Of the draft. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

/** How many works came in with a file. */
export type ImportedWorks = {
  /** New works. */
  added: number;
  /** What of the file could not be read. */
  faults: ({
    /** By which texts cite the work: `[@key]`. */
    key: string | null;
    /** Of the file, from 1. */
    line: number;
    /** What is wrong and how to mend it, in the language of Accept-Language. */
    message: string;
  })[];
  /** Works that another of the same key took the place of. */
  replaced: number;
  /** Works that were there as they are. */
  unchanged: number;
};

export type JudgeTrial = {
  /** Whether it is asked in this language: until it was tried, and when it passed. */
  judges: boolean;
  /** Of a judge, the kinds of sentences that it told apart: there it overrules words, which go by how something is said. */
  kinds?: string[];
  /** How many sentences were asked; null before it was tried. */
  of: number | null;
  /** Sentences that it got right; null before it was tried. */
  right: number | null;
};

/** A key, without itself. */
export type Key = {
  /** When it was made. */
  createdAt: string;
  /** When it ends; null: never. */
  expiresAt: string | null;
  /** By which it is asked for. */
  id: string;
  /** To five minutes. */
  lastUsedAt: string | null;
  limits: Limits;
  /** What it is called. */
  name: string;
  /** How the key begins. */
  prefix: string;
  /** When it was revoked; null: it was not. */
  revokedAt: string | null;
  scope: Scope;
  /** The key that has taken its place. */
  successor: string | null;
  /** In which the key is good. */
  workspace: string;
};

export type KeyList = {
  /** The keys; none tells what it opens with. */
  keys: Key[];
};

/** The two languages Stet treats as equals; everything that is not Korean follows the English rules. */
export type Language = 'ko' | 'en';

/** The name of a check, to say which ones a message went through. */
export type Layer = 'citations' | 'rules' | 'meaning' | 'model';

/** What is left out is as in the settings for a key, and without a limit for a workspace. */
export type Limits = {
  /** By the price of `STET_TOKEN_PRICE`. */
  costPerDay?: number | null;
  /** On each node. */
  requestsPerMinute?: number | null;
  /** Answers and revisions at the same time, on each node. */
  streams?: number | null;
  /** A day of UTC, on all nodes. */
  tokensPerDay?: number | null;
};

export type LintDraftRequest = {
  /** The draft's own packs when left out. */
  criteriaPackIds?: string[] | null;
  /** false: rules without a pattern are not judged. */
  model?: boolean;
};

export type LintResult = {
  /** What breaks a rule, in the order of the text. */
  breaches: ({
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** Whether a pattern found it, or a model. */
    judgedBy: 'pattern' | 'model';
    /** What is wrong, in words. */
    message: string;
    /** What takes the place of the words; null where the rule proposes nothing. */
    replacement: string | null;
    /** Id of the rule. */
    ruleId: string;
    /** How much it matters. */
    severity: 'suggestion' | 'warning' | 'error';
    /** UTF-16 code units in the text. */
    start: number;
  })[];
  /** Rules that nobody checked, with the reason. */
  notChecked: Unchecked[];
};

export type LintRulesRequest = {
  /** The draft that the text is of: what was set aside in it is passed over. */
  draftId?: string | null;
  /** What it is checked against, by patterns alone: rules as a pack has them. Those that cannot run are named among those that were not checked. */
  rules: Record<string, unknown>[];
  /** The whole text, as Markdown. */
  text: string;
};

export type LintTextRequest = {
  /** The draft that the text is of: what was set aside in it is passed over. */
  draftId?: string | null;
  /** false: rules without a pattern are not judged. */
  model?: boolean;
  /** The whole text, as Markdown. */
  text: string;
};

export type ListAcceptedReferencesAnswer = {
  /** Those that were declared to be right. */
  accepted: AcceptedReference[];
};

export type ListEntitiesAnswer = {
  /** The entities. */
  entities: Entity[];
};

export type ListRelationsAnswer = {
  /** The relations. */
  relations: GraphEdge[];
};

export type ListThemesAnswer = {
  /** The themes. */
  themes: ({
    /** How many entities it is made of. */
    entities: number;
    /** Of the theme; another once its entities have changed. */
    id: string;
    /** What is said of it: each sentence is quoted from its passage, or was found supported by it. */
    sentences: ({
      /** The passage that says it. */
      chunkId: string;
      /** The document of that passage. */
      documentId: string;
      /** Its file. */
      fileName: string;
      /** Its page. */
      page: number | null;
      /** The sentence. */
      text: string;
    })[];
    /** Whether a model has summed it up; else its sentences are quotations. */
    summedUp: boolean;
    /** Names of the entities that the most hangs on. */
    title: string;
  })[];
};

/** One judged citation; the field names are those of wire.md. */
export type LogEntry = {
  /** Which layer decided about the sentence. */
  by?: Decider;
  /** Null when the citation was removed. */
  citation_number: number | null;
  /** How sure the status is, 0 to 1: from 0.7 upwards of what is accurate or inaccurate. */
  confidence: number;
  /** Why, in words for a person. */
  explanation: string;
  /** Whether the source supports the claim. */
  is_accurate: boolean;
  /** The mark as it stands in the text. */
  mark: string;
  /** Name of the file. */
  source_file: string | null;
  /** Page in the file, from 1. */
  source_page: number | null;
  /** The sentence in which it stood. */
  statement: string;
  /** The verdict. */
  status: 'accurate' | 'inaccurate' | 'uncertain' | 'not_a_claim';
};

/** Names what was made. */
export type Made = {
  /** By which it is asked for. */
  id: string;
};

/** Structured result of a message. */
export type Metadata = {
  /** Supported citations by judged citations; null when none was judged. */
  accuracy_rate: number | null;
  /** The text of the message. */
  answer: string;
  /** Missing where the answer was not graded. */
  answer_grade?: AnswerGrade;
  /** How often the model wrote the answer; the best attempt is the message. */
  attempts: number;
  badge: Badge;
  /** No mark had to be taken out. */
  citations_valid: boolean;
  /** 0 to 1. */
  confidence: number;
  /** How many sentences are what. */
  counts: Counts;
  /** Rules that held, and those that were broken. */
  criteria: {
    /** Ids of the packs whose rules were in the prompt. */
    applied: string[];
    /** Rules without a pattern that nobody checked, and why. */
    notChecked?: Unchecked[];
    /** Ids of the rules that the answer breaks. */
    violated: string[];
  };
  /** Why the message is not whole, in words; also among the issues. */
  cut_off?: string;
  /** The question as it would be asked without its conversation: what was searched for. Missing for talk. */
  enhanced_query?: string;
  /** Tables, figures and presentations that the answer cites. */
  entity_references: EntityReference[];
  /** Best evidence grade among the sources. */
  evidence_quality: Grade | null;
  /** True for extracts: sentences of the sources, no model. */
  extracts: boolean;
  /** Missing where nothing is claimed. */
  hallucination_check?: HallucinationCheck;
  /** Cited texts that a person has verified. */
  human_feedback_used: {
    /** The number by which the answer cites the source. */
    number: number;
    /** The source. */
    source_id: string;
    /** The words. */
    text: string;
  }[];
  /** What is wrong with the text, in words. */
  issues: string[];
  /** Sentences that a source supports, without their marks, in the order of the text. */
  key_points: string[];
  /** Korean or English. */
  language: Language;
  /** The checks that the message went through. Missing from what earlier versions stored. */
  layers: Layer[];
  /** The way that the search for its sources went: not the one that was asked for where the graph had nothing of it. */
  mode?: Mode;
  /** The model that writes. */
  model: string;
  /** What the making had to do without: shortened sources, a bound that was reached, a step that was skipped. */
  notes?: string[];
  /** The same notes, each as texts apart from their language. Missing where there is no note, and from earlier versions. */
  notes_told?: Told[][];
  /** Pictures of cited sources. */
  page_images: PageImage[];
  /** Tokens of the prompt of the answer, at most. */
  prompt_tokens?: number;
  /** The way of a question. */
  query_type?: 'rag_required' | 'simple' | 'history_required';
  /** Why the text has its badge, in words. */
  reasoning: string;
  /** What became of the references to regulations. Missing from messages of earlier versions. */
  references: ReferenceCounts;
  /** The sources that the answer cites, as a table. */
  references_table: ReferenceRow[];
  /** Where the answer says that the sources do not tell: the passage that may tell it all the same. */
  related?: {
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
    /** Word for word. */
    quote: string;
    /** One of the sources of the answer. */
    source_id: string;
    /** For people to read. */
    title: string;
  };
  /** Marks that were taken out, with why. */
  removed_citations: RemovedCitation[];
  /** Characters of each source that the model saw, where its context was too short for all. */
  shortened_to?: number;
  /** The sources, by number. */
  sources: SourceCard[];
  /** The sources that the text cites, as `[1]`. */
  sources_used: string[];
  /** How it stands. */
  status: 'complete' | 'stopped' | 'interrupted' | 'failed';
  /** The things that it asks for; none where it asks one. */
  subtasks?: {
    /** Other words that were searched for it. */
    queries: string[];
    /** The question. */
    question: string;
    /** The numbers of the sources that were found for it. */
    sources: number[];
  }[];
  /** Since the question arrived. */
  timings: {
    /** The text that is the message was checked, and graded where that is switched on. */
    checked_ms?: number;
    /** Until the first word of the model. */
    first_token_ms: number | null;
    /** Until the passages were found. */
    retrieved_ms: number | null;
    /** Longest time from the end of a sentence to its verdict by words, in microseconds. */
    slowest_verdict_us: number;
    /** Until the end. */
    total_ms: number;
    /** The first text stood whole. */
    written_ms?: number;
  };
  /** What the attempts cost together; missing where the model's server does not count, and without a model. */
  usage?: {
    /** Tokens of what was written. */
    completion_tokens: number;
    /** Tokens of what was asked, as the model counts. */
    prompt_tokens: number;
  };
  /** The verdict on every claim that cites something. */
  verification_log: LogEntry[];
  /** Whether the text came to its end and is as its sources say. */
  verified: boolean;
  /** What a reader should know beside the badge, at most five: sources that contradict one another, what the cited ones warn of. */
  warnings?: string[];
};

/** The way of a search. */
export type Mode = 'auto' | 'naive' | 'local' | 'global' | 'hybrid' | 'mix';

export type Model = {
  /** Seconds since 1970. */
  created: number;
  /** What it is, in words. */
  description: string;
  /** The name to ask for it by. */
  id: 'stet' | 'stet-embeddings';
  object: 'model';
  owned_by: 'stet';
};

export type ModelList = {
  /** What can be asked for. */
  data: Model[];
  object: 'list';
};

export type MoveRequest = {
  /** Conversations, by the ids that their clients chose. */
  chatIds?: string[];
  /** Drafts. */
  draftIds?: string[];
  /** Where they go; null: into no project. */
  projectId?: string | null;
  /** Sources, each with all its versions. */
  sourceIds?: string[];
};

export type Moved = {
  /** Conversations that were there. */
  chats: number;
  /** Drafts that were there. */
  drafts: number;
  /** Sources that were there. */
  sources: number;
};

export type Neighbour = {
  /** The words of the passage. */
  content: string;
  /** By which it is asked for. */
  id: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
};

export type NewComment = {
  /** The revision that the writer saw. */
  baseRevision: number;
  /** What is said. */
  body: string;
  /** A count or a place. */
  end: number;
  /** UTF-16 offset of the first of the words. */
  start: number;
};

export type NewIgnored = {
  /** Only in this draft; left out, in every text. */
  draftId?: string | null;
  /** Id of the rule. */
  ruleId: string;
  /** The words that were found; left out, whatever the rule finds. */
  words?: string | null;
};

export type NewKey = {
  /** Left out: it does not end. */
  expiresInDays?: number | null;
  limits?: Limits;
  /** What decisions and the audit log call it. */
  name: string;
  scope: Scope;
  /** In which the key is good; left out, in that of the request. */
  workspace?: string | null;
};

export type NewProject = {
  /** What it is called. */
  name: string;
};

export type NewReference = {
  /** As they were given. */
  words: string;
};

export type NewReply = {
  /** What is said. */
  body: string;
};

export type NewShare = {
  /** The draft that it is to lead to. */
  draftId?: string | null;
  /** Left out: it does not end. */
  expiresInDays?: number | null;
  /** The answer that it is to lead to. */
  messageId?: string | null;
};

export type NewWords = {
  /** A word in lower case is right in every case, one with capitals as it is written; English plurals and possessives and Korean particles are right with it. */
  words: string[];
};

export type NewWorkspace = {
  limits?: Limits;
  /** Of the workspace. */
  name: string;
};

/** A fault as clients of the OpenAI protocol are told it. */
export type OpenAiFault = {
  /** What went wrong. */
  error: {
    /** Where in a JSON body, in characters, from 1. */
    at?: {
      /** From 1. */
      column: number;
      /** From 1. */
      line: number;
    };
    /** The fault in one word, for programs. */
    code: string;
    /** The draft as it is now, where it is no longer as it was sent. */
    current?: DraftDesk;
    /** Most bytes of a body that was too large. */
    limit?: number;
    /** What is wrong and how to mend it, in the reader's language. */
    message: string;
    /** The offending field of the request. */
    param: string | null;
    /** Every rule of a pack that cannot be used. */
    problems?: {
      /** The key as written. */
      field: string;
      /** In the reader's language, with the key that may be meant. */
      message: string;
      /** The rule it is in; empty when it is the pack's. */
      ruleId: string;
    }[];
    /** Kind of the fault. */
    type: 'invalid_request_error' | 'permission_error' | 'rate_limit_error' | 'server_error';
  };
};

/** A document at a glance. */
export type Outline = {
  /** There are more headings, further down or in the document. */
  cut: boolean;
  /** Its headings in their order; empty where it has none. */
  outline: OutlineEntry[];
  /** Up to three questions, in its language, that it answers without a model. */
  questions: string[];
  /** What it says, word for word. */
  summary: {
    /** Where the sentences stand: where its parts begin, or in passages that a model has chosen when it summed the document up. */
    by: 'head' | 'model';
    /** The sentences. */
    sentences: OutlineSentence[];
  };
};

/** A heading. */
export type OutlineEntry = {
  /** The first passage below it: /api/chunks/{id}. */
  chunkId: string;
  /** 1 for the outermost. */
  level: number;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** Its words. */
  title: string;
};

/** A sentence of the document. */
export type OutlineSentence = {
  /** The passage that it is of: /api/chunks/{id}. */
  chunkId: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** Word for word, on one line. */
  text: string;
};

/** A pack as it is kept. */
export type Pack = {
  /** Subject of the rules, in words of their writer. */
  category: string;
  /** Mistakes that writers make, in words. */
  commonPitfalls: string[];
  /** When it was made. */
  createdAt: string;
  /** The rules and examples. */
  criteriaDefinition: PackDefinition;
  /** For whom the pack is: basic, intermediate, advanced. */
  difficulty: string;
  /** Passages that the rules rest on. */
  evidenceChunkIds: string[];
  /** By which it is asked for. */
  id: string;
  /** Whether its rules hold. */
  isActive: boolean;
  /** What it is called. */
  name: string;
  /** When it was changed last. */
  updatedAt: string;
  /** Counts up with every change. */
  version: number;
  /** Where a pack is saved: keys of what was sent that are not known and were not read, misspelt ones mostly, and what of a file does not run. Absent when there are none. */
  warnings?: {
    /** The key as written. */
    field: string;
    /** In the reader's language, with the key that may be meant. */
    message: string;
    /** The rule it is in; empty when it is the pack's. */
    ruleId: string;
  }[];
};

/** A named set of rules. */
export type PackContent = {
  /** Subject of the rules, in words of their writer. */
  category: string;
  /** Mistakes that writers make, in words. */
  commonPitfalls: string[];
  /** The rules and examples. */
  criteriaDefinition: PackDefinition;
  /** For whom the pack is: basic, intermediate, advanced. */
  difficulty: string;
  /** Passages that the rules rest on. */
  evidenceChunkIds: string[];
  /** By which it is asked for. */
  id: string;
  /** Whether its rules hold. */
  isActive: boolean;
  /** What it is called. */
  name: string;
  /** Counts up with every change. */
  version: number;
};

/** The rules with examples of good and bad writing. */
export type PackDefinition = {
  /** Sentences that are as they should be. */
  do_examples: string[];
  /** Sentences that are not. */
  dont_examples: string[];
  /** The rules, in order. */
  rules: Rule[];
};

/** A pack to keep; members that are missing are empty, isActive is true. A bare {rules: […]} is a pack too. Keys that are not known are kept out and told in warnings. */
export type PackInput = {
  /** Subject of the rules, in words of their writer. */
  category?: string;
  /** Mistakes that writers make, in words. */
  commonPitfalls?: string[];
  /** As PackDefinition; what is missing is empty. */
  criteriaDefinition?: {
    /** Sentences that are as they should be. */
    do_examples?: string[];
    /** Sentences that are not. */
    dont_examples?: string[];
    /** The rules, in order. */
    rules?: Record<string, unknown>[];
  };
  /** For whom the pack is: basic, intermediate, advanced. */
  difficulty?: string;
  /** Passages that the rules rest on. */
  evidenceChunkIds?: string[];
  /** Whether its rules hold. */
  isActive?: boolean;
  /** What it is called. */
  name?: string;
};

export type PackList = {
  /** The packs. */
  packs: Pack[];
};

export type PackVersions = {
  /** All of them. */
  versions: {
    /** When it was made. */
    createdAt: string;
    /** The rules and examples. */
    criteriaDefinition: PackDefinition;
    /** From 1; each change makes a new one. */
    version: number;
  }[];
};

/** The picture of a cited source. */
export type PageImage = {
  /** What stands below the picture or table; null where it has none. */
  caption: string | null;
  /** The picture as Markdown. */
  markdown: string;
  /** The number by which the answer cites the source. */
  number: number;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** As the document names it. */
  path: string;
  /** The source. */
  source_id: string;
  /** Where this server gives it; missing when it does not have the picture. */
  url?: string;
};

export type PageText = {
  /** Name of the file that was sent. */
  fileName: string;
  /** What the file itself calls the page (`iii`), where that is not its number. */
  label?: string;
  /** Page in the file, from 1. */
  page: number;
  /** How many pages the file has. */
  pages: number;
  /** The source. */
  sourceId: string;
  /** What stands on the page. */
  text: string;
};

/** One part of an answer. A part with the type and id of an earlier one replaces it. */
export type Part = PartStart | PartStep | PartSource | PartSourceUrl | PartTextStart | PartTextDelta | PartTextEnd | PartSentence | PartEdit | PartCriteria | PartReplay | PartSuperseded | PartMetadata | PartFinish | PartAbort | PartError;

/** The user stopped the answer, or the server shut down. */
export type PartAbort = {
  /** Why, in words for a person. */
  reason: string;
  type: 'abort';
};

/** A writer's rule that a sentence breaks. */
export type PartCriteria = {
  /** What the part tells. */
  data: {
    /** What is wrong, in words. */
    message: string;
    /** The pack that the rule is of. */
    packId: string;
    /** Id of the rule. */
    ruleId: string;
    /** Id of the data-sentence part. */
    sentence: string;
    /** The text that breaks the rule. */
    textId: string | null;
  };
  /** Of the part: the same type and id replace what was there. */
  id: string;
  type: 'data-criteria';
};

/** A change to text that was sent; applied in the order of seq. */
export type PartEdit = {
  /** What the part tells. */
  data: {
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** Why, in words for a person. */
    reason: string;
    /** What takes the place of the words. */
    replacement: string;
    /** From 1. */
    seq: number;
    /** Begin of the place, in UTF-16 code units. */
    start: number;
    /** The text of the message that it is about. */
    textId: string;
  };
  /** Of the part: the same type and id replace what was there. */
  id: string;
  type: 'data-edit';
};

/** A fault of the system. */
export type PartError = {
  /** What went wrong, in words for a person. */
  errorText: string;
  type: 'error';
};

/** The answer has ended. */
export type PartFinish = {
  /** Why the answer ended. */
  finishReason: 'stop' | 'length' | 'content-filter' | 'error' | 'other';
  messageMetadata: Metadata;
  type: 'finish';
};

/** What is known of the message. */
export type PartMetadata = {
  messageMetadata: Metadata;
  type: 'message-metadata';
};

/** Everything comes anew: what a reader has of the message counts no more. Sent before the first part where the place that Last-Event-ID names is not known; it has no id of an event. */
export type PartReplay = {
  /** What the part tells. */
  data: {
    /** The message; with regenerate-message, the one to be written anew. */
    messageId: string;
  };
  transient: true;
  type: 'data-replay';
};

/** A judged sentence. */
export type PartSentence = {
  /** What the part tells. */
  data: {
    /** What the nearest cited source has in the place of a sentence that is not supported; of one that is `uncited`, the passage of any source that contradicts it. */
    against?: Against;
    by?: Decider;
    /** The sources that the sentence cites, in order. */
    citations: Citation[];
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** From 0. */
    index: number;
    /** Whether it claims something. */
    kind: SentenceKind;
    /** Why, in words for a person. */
    reason: string;
    /** Marks that were taken out of the sentence. */
    removed: RemovedMark[];
    /** Similarity to the cited sources, 0 to 1. */
    score: number;
    /** UTF-16 code units in the text with this textId. */
    start: number;
    /** The verdict. */
    status: SentenceStatus;
    /** References of the sentence to regulations. */
    statutes: StatuteCitation[];
    /** The citation that it could have: of the only source which supports it, or, of a sentence that is `uncertain`, the one it cited: nobody could decide whether that supports it, the reader is to look. Its place is where the mark would stand, its number that of the source; the text has no mark for it. */
    suggested?: Citation;
    /** The text of the message that it is about. */
    textId: string;
    veto: Veto | null;
  };
  /** Of the part: the same type and id replace what was there. */
  id: string;
  type: 'data-sentence';
};

/** The N-th of these is source N. */
export type PartSource = {
  /** Name of the file. */
  filename: string;
  /** Media type of the file. */
  mediaType: string;
  /** What Stet adds to the part. */
  providerMetadata: {
    /** What is Stet’s own. */
    stet: {
      article?: SourceArticle;
      /** The passage: /api/chunks/{id}. */
      chunkId: string;
      /** The version of the source that the passage is of. */
      documentId: string;
      /** Only in stored conversations: it was deleted since. */
      gone?: true;
      /** How well the passage fits the question. */
      grade: Grade;
      /** Page in the file, from 1; null where it has none. */
      page: number | null;
      /** Words of it were recognised on a picture of a page (OCR); missing otherwise. */
      recognised?: true;
      /** The higher, the better it fits. */
      score: number;
    };
  };
  /** The source. */
  sourceId: string;
  /** For people to read. */
  title: string;
  type: 'source-document';
};

/** A source on the web, counted with the documents. */
export type PartSourceUrl = {
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
  /** The source. */
  sourceId: string;
  /** For people to read. */
  title: string;
  type: 'source-url';
  /** Address of the page. */
  url: string;
};

/** The answer begins. */
export type PartStart = {
  /** The message; with regenerate-message, the one to be written anew. */
  messageId: string;
  /** What is known of the message by then. */
  messageMetadata: {
    verified: 'pending';
  };
  type: 'start';
};

/** A step of the making. */
export type PartStep = {
  /** What the part tells. */
  data: {
    /** In words for a person, in the language of the answer. */
    detail: string;
    /** Which step. */
    name: 'route' | 'plan' | 'retrieve' | 'web' | 'generate' | 'check' | 'grade';
    /** How far the step is. */
    state: 'running' | 'done' | 'skipped';
    /** The same apart from its language, in order; missing where nothing is said, and from what earlier versions stored. */
    told?: Told[];
  };
  /** Of the part: the same type and id replace what was there. */
  id: string;
  type: 'data-step';
};

/** This text is not part of the message; a new attempt follows. */
export type PartSuperseded = {
  /** What the part tells. */
  data: {
    /** Why, in words for a person, in the language of the answer. */
    reason: string;
    /** The text of the message that it is about. */
    textId: string;
    /** The same apart from its language, the texts in their order; missing from what earlier versions stored. */
    told?: Told[];
  };
  /** Of the part: the same type and id replace what was there. */
  id: string;
  type: 'data-superseded';
};

/** The text goes on. */
export type PartTextDelta = {
  /** What comes next. */
  delta: string;
  /** Of the text inside the message. */
  id: string;
  type: 'text-delta';
};

/** The text is whole. */
export type PartTextEnd = {
  /** In the shape of the AI SDK 7; older clients ignore it. */
  citations: SdkCitation[];
  /** Of the text inside the message. */
  id: string;
  type: 'text-end';
};

/** A text of the message begins. */
export type PartTextStart = {
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
  type: 'text-start';
};

/** A passage. */
export type Passage = {
  /** The article of a regulation that the passage is of. */
  article: {
    /** Of the article, in its parts. */
    number: string;
    /** Name of the regulation. */
    regulation: string;
    /** For people to read. */
    title: string | null;
  } | null;
  /** What stands below the picture or table; null where it has none. */
  caption: string | null;
  /** What the passage is. */
  category: 'heading1' | 'heading2' | 'heading3' | 'paragraph' | 'list' | 'table' | 'figure' | 'caption' | 'header' | 'footer' | 'footnote' | 'equation' | 'code';
  /** Whether it is text, a picture or a table. */
  chunkType: 'text' | 'image' | 'table';
  /** The words of the passage. */
  content: string;
  /** Where it stands in its document: to find and to understand it, and no part of what it says. */
  context: string | null;
  /** The version of the source that the passage is of. */
  documentId: string;
  /** What the document's parser knows of a table, a figure or an embedded presentation; null where there is nothing. */
  entity: unknown;
  /** Name of the file that was sent. */
  fileName: string;
  /** The headings above it, the outermost first. */
  headings: string[];
  /** What a person put in the place of its words; null where nobody did. */
  humanFeedback: string | null;
  /** By which it is asked for. */
  id: string;
  /** Where the picture lies, as the document says. */
  imagePath: string | null;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** Last page of the passage. */
  pageEnd: number | null;
  /** For people to read. */
  title: string;
  /** What it says in the other language. */
  translation: string | null;
  /** The model that has translated it; null where the translation came with the document. */
  translationBy: string | null;
};

/** A passage. */
export type PassageInContext = {
  /** Passages that stand behind it. */
  after: Neighbour[];
  /** The article of a regulation that the passage is of. */
  article: {
    /** Of the article, in its parts. */
    number: string;
    /** Name of the regulation. */
    regulation: string;
    /** For people to read. */
    title: string | null;
  } | null;
  /** Passages that stand before it, the nearest last. */
  before: Neighbour[];
  /** What stands below the picture or table; null where it has none. */
  caption: string | null;
  /** What the passage is. */
  category: 'heading1' | 'heading2' | 'heading3' | 'paragraph' | 'list' | 'table' | 'figure' | 'caption' | 'header' | 'footer' | 'footnote' | 'equation' | 'code';
  /** Whether it is text, a picture or a table. */
  chunkType: 'text' | 'image' | 'table';
  /** The words of the passage. */
  content: string;
  /** Where it stands in its document: to find and to understand it, and no part of what it says. */
  context: string | null;
  /** The version of the source that the passage is of. */
  documentId: string;
  /** What the document's parser knows of a table, a figure or an embedded presentation; null where there is nothing. */
  entity: unknown;
  /** Name of the file that was sent. */
  fileName: string;
  /** The headings above it, the outermost first. */
  headings: string[];
  /** What a person put in the place of its words; null where nobody did. */
  humanFeedback: string | null;
  /** By which it is asked for. */
  id: string;
  /** Where the picture lies, as the document says. */
  imagePath: string | null;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** Last page of the passage. */
  pageEnd: number | null;
  /** Its words were recognised on a picture of the page (OCR). */
  recognised?: boolean;
  /** A newer version of the source is searched now. */
  superseded?: boolean;
  /** For people to read. */
  title: string;
  /** What it says in the other language. */
  translation: string | null;
  /** The model that has translated it; null where the translation came with the document. */
  translationBy: string | null;
  /** The version of the source that it is of. */
  version?: number;
};

export type PasteRequest = {
  /** What the clipboard holds. */
  html: string;
};

export type PastedText = {
  /** Pictures that were left out. */
  pictures: number;
  /** The whole text, as Markdown. */
  text: string;
};

/** What a change is about, from harmless to risky: the order is the order of risk. */
export type PatchCategory = 'DETAIL' | 'EXPRESSION' | 'CORE';

/** A few words on either side of a patch, in the text before. */
export type PatchContext = {
  /** What stands behind it. */
  after: string;
  /** What stands before it. */
  before: string;
};

/** What became of the patches of one category. */
export type PatchCounts = {
  /** Taken over. */
  accepted: number;
  /** Whether the content changes, the words, or the form. */
  category: 'CORE' | 'EXPRESSION' | 'DETAIL';
  /** Their words were changed since. */
  conflict: number;
  /** Not decided yet. */
  pending: number;
  /** All patches. */
  proposed: number;
  /** Refused. */
  rejected: number;
  /** Replaced by a later revision. */
  superseded: number;
};

/** A decision on a patch of a draft. */
export type PatchDecision = {
  /** The words that take their place. */
  after: string;
  /** The words that were there. */
  before: string;
  category: PatchCategory;
  context: PatchContext;
  /** When it was made. */
  createdAt: string;
  /** Name of the key, or the address of the person. */
  decidedBy: string;
  /** Their key or person; null where nobody had one or it was not noted. */
  decidedById: string | null;
  /** What was decided. */
  decision: 'accept' | 'reject' | 'undo';
  /** By which it is asked for. */
  id: string;
  /** What is done to the words. */
  op: PatchOp;
  /** The patch that was decided. */
  patchId: string;
  /** Why the change was made, in words. */
  reasons: string[];
  /** The draft's revision after it. */
  revision: number;
  /** Rules that the change follows. */
  ruleIds: string[];
  /** Where the patch stands now. */
  status: PatchStatus;
};

export type PatchList = {
  /** The patches. */
  patches: DraftPatch[];
  /** Revision of the draft that the places are of. */
  revision: number;
};

/** What a patch does to the text. */
export type PatchOp = 'replace' | 'insert' | 'delete' | 'move';

/** Where a patch stands. */
export type PatchStatus = 'pending' | 'accepted' | 'rejected' | 'conflict' | 'superseded';

/** A fault as it is told (RFC 9457). */
export type Problem = {
  /** Where in a JSON body, in characters, from 1. */
  at?: {
    /** From 1. */
    column: number;
    /** From 1. */
    line: number;
  };
  /** The draft as it is now, where it is no longer as it was sent. */
  current?: DraftDesk;
  /** What is wrong and how to mend it, in the reader's language. */
  detail: string;
  /** The offending field of the request: `messages[0].role`; body or query when it is none. */
  field?: string;
  /** Most bytes of a body that was too large. */
  limit?: number;
  /** Every rule of a pack that cannot be used. */
  problems?: {
    /** The key as written. */
    field: string;
    /** In the reader's language, with the key that may be meant. */
    message: string;
    /** The rule it is in; empty when it is the pack's. */
    ruleId: string;
  }[];
  /** Status of HTTP. */
  status: number;
  /** The status in words. */
  title: string;
  /** A URI that names the kind of problem. */
  type: string;
};

export type Project = {
  /** When it was put away; null: it was not. */
  archivedAt: string | null;
  /** Conversations in it. */
  chats: number;
  /** When it was made. */
  createdAt: string;
  /** Drafts in it. */
  drafts: number;
  /** By which it is asked for. */
  id: string;
  /** What it is called; no other of the workspace is. */
  name: string;
  /** Sources in it. */
  sources: number;
};

export type ProjectChange = {
  /** true: put away; false: taken out again. */
  archived?: boolean | null;
  /** What it is called from now on. */
  name?: string | null;
};

export type ProjectList = {
  /** The projects. */
  projects: Project[];
};

export type QueryRequest = {
  /** In place of that of the settings. */
  confidence_threshold?: number | null;
  /** The ways of looking up sources; see [`Mode`]. */
  mode?: Mode | null;
  /** The question. */
  question: string;
};

export type QueryResult = {
  /** Share of the judged citations that are accurate; null where none was judged. */
  accuracy_rate: number | null;
  badge: Badge;
  /** Of the whole, from 0 to 1. */
  confidence: number;
  /** The answer behind the gate. */
  corrected_answer: string;
  mode: Mode;
  /** What the model wrote, before the gate. */
  original_answer: string;
  /** How long it took. */
  processing_time_ms: number;
  /** Where the answer says that the sources do not tell: the passage that may tell it all the same. */
  related?: {
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
    /** Word for word. */
    quote: string;
    /** One of the sources of the answer. */
    source_id: string;
    /** For people to read. */
    title: string;
  };
  /** Marks that were taken out, with why. */
  removed_citations: RemovedCitation[];
  /** The sources, by number. */
  sources: SourceCard[];
  /** The verdict on every claim that cites something. */
  verification_log: LogEntry[];
  /** Whether the text came to its end and is as its sources say. */
  verified: boolean;
};

/** A place in one way of searching. */
export type Rank = {
  /** From 1. */
  rank: number;
  /** The higher, the better it fits. */
  score: number;
};

/** What is around an entity, or what passages speak of. */
export type ReadNeighbourhoodAnswer = {
  /** The entities. */
  entities: GraphNode[];
  /** Relations between them. */
  relations: GraphEdge[];
  /** There is more. */
  truncated: boolean;
};

/** What became of the references to regulations in an answer. */
export type ReferenceCounts = {
  /** Shown, and leading to an article. */
  found: number;
  /** Shown without an article. */
  incomplete: number;
  /** Of these, completed or put right by Stet. */
  put: number;
  /** Not shown: the article was repealed. */
  repealed: number;
  /** Not shown as they stood: they led nowhere, to a repealed article, or to one that does not say it. */
  unknown: number;
  /** Not shown: the article does not say it. */
  unsupported: number;
};

/** Why a reference is not shown as it is. */
export type ReferenceFault = 'unknown' | 'repealed' | 'unsupported';

/** A cited source. */
export type ReferenceRow = {
  /** What the passage is: heading1, paragraph, table and so on. */
  category: string;
  /** The passage: /api/chunks/{id}. */
  chunk_id: string;
  /** Sentences that cite it. */
  cited: number;
  /** Name of the file, with folders of its path where another source has a file of that name. */
  file_name: string;
  /** Only in stored conversations: it was deleted since. */
  gone?: true;
  /** The number by which the answer cites the source. */
  number: number;
  /** Pages on which the cited words stand. */
  pages: number[];
  /** The source. */
  source_id: string;
  /** For people to read. */
  title: string;
};

export type RegulationList = {
  /** The regulations that the sources hold. */
  regulations: {
    /** How many articles it has. */
    articles: number;
    /** Of the regulation. */
    name: string;
  }[];
};

/** How two entities hang together. */
export type RelationLabel = 'part_of' | 'refers_to' | 'defines' | 'speaks_of' | 'with';

export type RemovedCitation = {
  /** What was wrong with a reference to a regulation. */
  fault?: ReferenceFault;
  /** The mark as it stands in the text. */
  mark: string;
  /** Why, in words for a person. */
  reason: string;
  /** The source. */
  source_id: string | null;
  /** The sentence in which it stood. */
  statement: string;
};

export type RemovedMark = {
  /** The mark as it stands in the text. */
  mark: string;
  /** Why, in words for a person. */
  reason: string;
};

export type Response = {
  /** Seconds since 1970. */
  created_at: number;
  /** Of this answer. */
  id: string;
  /** Why it is incomplete; null where it is not. */
  incomplete_details: {
    /** What ended it. */
    reason: 'max_output_tokens' | 'content_filter';
  } | null;
  model: 'stet';
  object: 'response';
  /** The messages; at the end there is one, the answer that counts. */
  output: ({
    /** The words. */
    content: {
      /** The citations of the text. */
      annotations: ResponseCitation[];
      /** Stet has none. */
      logprobs: unknown[];
      /** The words. */
      text: string;
      type: 'output_text';
    }[];
    /** Of the message. */
    id: string;
    role: 'assistant';
    /** How it stands. */
    status: 'in_progress' | 'completed' | 'incomplete';
    type: 'message';
  })[];
  /** How it stands. */
  status: 'in_progress' | 'completed' | 'incomplete';
  /** At the end. */
  stet?: AnswerVerdict | null;
  /** Tokens, as the model counts; null before the end, and where it does not count. */
  usage: ResponseUsage | null;
};

/** A citation; offsets are UTF-16 code units of the text. */
export type ResponseCitation = {
  /** End of the mark, exclusive. */
  end_index: number;
  /** Begin of the mark in the text. */
  start_index: number;
  /** For people to read. */
  title: string;
  type: 'url_citation';
  /** A page that people can read: the passage with the cited words marked, or the web page. */
  url: string;
};

export type ResponseEvent = {
  /** The response as it is by then. */
  response?: Response;
  /** Of the event, from 0. */
  sequence_number: number;
  /** Kind of the event. */
  type: string;
};

export type ResponseRequest = {
  /** A question, or a list of messages. */
  input: string | Record<string, unknown>[];
  /** What the model is told before the question. */
  instructions?: string | null;
  /** Handed on to the model. */
  max_output_tokens?: number | null;
  /** The name that a client has for the model. */
  model?: string | null;
  stet?: AnswerExtras;
  /** Keep the conversation; stet.chatId names it then. */
  store?: boolean | null;
  /** true: the answer comes in events. */
  stream?: boolean | null;
  /** Handed on to the model. */
  temperature?: number | null;
  /** Handed on to the model. */
  top_p?: number | null;
};

/** What the model's server counted over all attempts; 0 without a model, null where it does not count. */
export type ResponseUsage = {
  /** Tokens of what was asked, as the model counts. */
  input_tokens: number;
  /** Tokens of what was written. */
  output_tokens: number;
  /** Both together. */
  total_tokens: number;
};

export type Restoration = {
  /** The revision that the writer saw. */
  baseRevision: number;
};

export type ReviewReferencesAnswer = {
  /** The latest first. */
  removed: {
    /** When it was said. */
    at: string;
    /** The conversation. */
    chatId: string;
    fault: ReferenceFault;
    /** Why, in words for a person. */
    reason: string;
    /** The sentence in which it stood. */
    statement: string;
    /** The words as they are written. */
    words: string;
  }[];
};

export type ReviseRequest = {
  /** The revision that the writer saw. */
  baseRevision: number;
  /** Only changes of these categories. */
  categories?: PatchCategory[];
  /** Packs of rules that hold. */
  criteriaPackIds?: string[] | null;
  /** What is to be done; left out, the rules alone are followed. */
  instruction?: string;
  /** UTF-16 code units of the draft. */
  range?: {
    /** Where it ends, exclusive. */
    end: number;
    /** Where it begins. */
    start: number;
  } | null;
};

export type RevisionList = {
  /** The before of the next page; null at the end. */
  next: number | null;
  /** The revisions, the latest first. */
  revisions: DraftRevision[];
  /** How many there are. */
  total: number;
};

export type Rotation = {
  /** How long the old key is good beside the new one. */
  overlapHours?: number;
};

export type RpcAnswer = {
  /** What went wrong. */
  error?: {
    /** As JSON-RPC has it. */
    code: number;
    /** In words for a person. */
    message: string;
  };
  /** Given by the client, and told back. */
  id?: string | number | null;
  jsonrpc: '2.0';
  /** What the method gives; left out where it failed. */
  result?: Record<string, unknown>;
};

export type RpcMessage = {
  /** Of a request; a notification has none. */
  id?: string | number;
  jsonrpc: '2.0';
  /** Method of MCP. */
  method: string;
  /** What the method takes; what is no object is an error of the protocol, told with status 200. */
  params?: unknown;
};

/** One rule. It has a text for the model, or a pattern or check for the machine, or both. */
export type Rule = {
  /** Subject of the rule, in words of its writer. */
  category?: string;
  /** A check beyond one pattern, as Vale styles have them, with the fields of Vale's file. */
  check?: {
    /** Kind of the check, as Vale names it. */
    extends: string;
  };
  /** Unique in its pack. */
  id: string;
  /** What the rule asks for. */
  kind: 'must' | 'prefer' | 'must_not';
  /** Where the rule is explained. */
  link?: string;
  /** Regular expression of what breaks the rule; for must, of what every text needs. */
  pattern?: string;
  /** Stands before the other rules in the prompt and is never left out first. */
  pinned?: boolean;
  /** What stands in place of a match; $1 is the first group. */
  replacement?: string;
  /** How much it matters. */
  severity: 'suggestion' | 'warning' | 'error';
  /** The rule in words, for writers and models. */
  text?: string;
};

export type SaveRequest = {
  /** The revision that the writer saw. */
  baseRevision: number;
  /** Empty for that of the text's language. */
  citationStyle?: '' | 'apa' | 'chicago-author-date' | 'chicago-notes' | 'ieee' | 'mla' | 'vancouver' | 'korean' | null;
  /** Packs of rules that hold. */
  criteriaPackIds?: string[] | null;
  /** Only these sources. */
  sourceIds?: string[] | null;
  /** The whole text, as Markdown. */
  text?: string | null;
  /** Of the draft. */
  title?: string | null;
};

/** Each holds those before it: reading, searching and checking, which change nothing; asking, in conversations of one's own; changing what the workspace has; keys and the audit log. */
export type Scope = 'read' | 'ask' | 'write' | 'admin';

/** A citation in the shape of the AI SDK 7, which older clients ignore. */
export type SdkCitation = {
  /** Words of the source. */
  citedText?: string;
  /** End of the place, exclusive. */
  endIndex: number;
  /** The source that is cited. */
  source: {
    /** Name of the file. */
    filename: string;
    /** By which it is asked for. */
    id: string;
    /** Media type of the file. */
    mediaType: string;
    sourceType: 'document';
    /** For people to read. */
    title: string;
    type: 'source';
  };
  /** Begin of the place, in UTF-16 code units. */
  startIndex: number;
};

/** A passage. */
export type SearchHit = {
  /** The article of a regulation that the passage is of. */
  article: {
    /** Of the article, in its parts. */
    number: string;
    /** Name of the regulation. */
    regulation: string;
    /** For people to read. */
    title: string | null;
  } | null;
  /** What stands below the picture or table; null where it has none. */
  caption: string | null;
  /** What the passage is. */
  category: 'heading1' | 'heading2' | 'heading3' | 'paragraph' | 'list' | 'table' | 'figure' | 'caption' | 'header' | 'footer' | 'footnote' | 'equation' | 'code';
  /** Whether it is text, a picture or a table. */
  chunkType: 'text' | 'image' | 'table';
  /** The words of the passage. */
  content: string;
  /** Where it stands in its document: to find and to understand it, and no part of what it says. */
  context: string | null;
  /** The version of the source that the passage is of. */
  documentId: string;
  /** What the document's parser knows of a table, a figure or an embedded presentation; null where there is nothing. */
  entity: unknown;
  /** Name of the file that was sent. */
  fileName: string;
  /** How well the passage fits the question. */
  grade: Grade;
  /** The headings above it, the outermost first. */
  headings: string[];
  /** What a person put in the place of its words; null where nobody did. */
  humanFeedback: string | null;
  /** By which it is asked for. */
  id: string;
  /** Where the picture lies, as the document says. */
  imagePath: string | null;
  /** Place and BM25 among the words. */
  keyword: Rank | null;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** Last page of the passage. */
  pageEnd: number | null;
  /** Fused; comparable only within one search. */
  score: number;
  /** Place and cosine among the vectors. */
  semantic: Rank | null;
  /** For people to read. */
  title: string;
  /** What it says in the other language. */
  translation: string | null;
  /** The model that has translated it; null where the translation came with the document. */
  translationBy: string | null;
};

export type SearchRequest = {
  filter?: Filter;
  mode?: Mode | null;
  /** Only the sources of this project, where none are named. */
  projectId?: string | null;
  /** What is looked for. */
  query: string;
  /** How many passages. */
  topK?: number | null;
  /** How much either way of searching counts. */
  weights?: {
    /** By words. */
    keyword: number;
    /** By meaning. */
    semantic: number;
  } | null;
};

export type SearchResult = {
  /** The passages, the best first. */
  hits: SearchHit[];
  mode: Mode;
};

/** What a sentence is to the gate; only claims are judged. */
export type SentenceKind = 'heading' | 'question' | 'claim' | 'code' | 'table' | 'meta';

/** Where a sentence stands with the gate. */
export type SentenceStatus = 'supported' | 'unsupported' | 'uncertain' | 'unknown_source' | 'uncited' | 'not_a_claim' | 'judging';

/** An event of a stream; x-itemSchema says what its data is as JSON. */
export type ServerSentEvent = {
  /** One part, as JSON; [DONE] at the end. */
  data: string;
  /** Kind of the event. */
  event?: string;
  /** Number of the event, for Last-Event-ID. */
  id?: string;
};

export type ServerStatus = {
  /** Whether a key is required. */
  auth: boolean;
  /** What makes vectors. */
  embeddings: {
    /** Name of the space of the vectors. */
    space: string;
  };
  /** The model that judges; null without one. */
  judge: TriedModel | null;
  /** The checks that an answer goes through. */
  layers: Layer[];
  /** How much a request may have. */
  limits: {
    /** Largest file. */
    fileBytes: number;
    /** Longest question. */
    questionBytes: number;
  };
  /** The model of entailment, which is asked before the judge; null without one. */
  meaning: TriedModel | null;
  /** The model that writes. */
  model: {
    /** A model, or only the words of the sources. */
    kind: 'model' | 'extracts';
    /** What it is called. */
    name: string;
  };
  /** Whether PDF files can be read: `PDFium` is installed. */
  pdf: boolean;
  /** Of the program. */
  version: string;
  /** Whether the web can be searched: there is a key for it. */
  web: boolean;
  /** Name of the workspace, where there is more than one and the database tells; null otherwise. */
  workspace: string | null;
};

/** Who is signed in. */
export type Session = {
  /** False where nobody has a key: whoever is at this machine may do everything. */
  needed: boolean;
  scope?: Scope;
  /** Where a browser goes to sign in with an account, if that can be done; `return` says where it comes back to. */
  signIn?: string;
  /** Whether the cookie is good. */
  signedIn: boolean;
  /** The name of the key, or the person's address of mail (where the provider does not vouch for it, their subject). */
  who?: string;
  /** In which the key is good. */
  workspace?: string;
};

/** A link, without its key. */
export type Share = {
  /** Who gave it out, as they were called then. */
  author: string;
  /** When it was made. */
  createdAt: string;
  /** The draft that it leads to. */
  draftId: string | null;
  /** When it ends; null: never. */
  expiresAt: string | null;
  /** By which it is asked for. */
  id: string;
  /** The answer that it leads to. */
  messageId: string | null;
};

export type ShareList = {
  /** The links; none tells its key. */
  shares: Share[];
};

export type SharedCitation = {
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** The mark as it stands in the text. */
  mark: string;
  /** The number by which the text cites the source. */
  number: number;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** The words of the source that support the sentence, or that it has in its place; null where there are none, or they were deleted. */
  quote: string | null;
  /** Its place in `sources`, from 0; null where the mark leads nowhere. */
  source: number | null;
  /** Begin of the mark in an answer, in UTF-16 code units, no words where it was taken out; of a draft that of its sentence. */
  start: number;
};

/** What somebody said at words of a draft. */
export type SharedComment = {
  /** Who said it, as they were called then. */
  author: string;
  /** What is said. */
  body: string;
  /** When it was made. */
  createdAt: string;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number | null;
  /** The words that it was written about; of an answer to a comment empty. */
  quote: string;
  /** When the thread was settled. */
  resolvedAt: string | null;
  /** Begin of the words, in UTF-16 code units; null where they are gone, and of an answer to a comment. */
  start: number | null;
};

/** A sentence; offsets are UTF-16 code units of the text. */
export type SharedSentence = {
  /** What it cites, in order. */
  citations: SharedCitation[];
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** Why, in words for a person. */
  reason: string;
  /** Begin of the place, in UTF-16 code units. */
  start: number;
  /** The verdict. */
  status: SentenceStatus;
};

/** A source that the text cites. */
export type SharedSource = {
  /** The number by which the text cites it. */
  number: number;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** The passage that is cited; null where it was deleted, or is on the web. */
  passage: string | null;
  /** For people to read. */
  title: string;
  /** Address of a page of the web. */
  url: string | null;
};

/** A draft or an answer, to be read by whoever has its link. */
export type SharedText = {
  /** null where nothing was judged. */
  badge: Badge | null;
  /** The comments beside a draft, in the order of its text. */
  comments: SharedComment[];
  /** When the link ends; null: never. */
  expiresAt: string | null;
  /** The answer is put together from quotations. */
  extracts: boolean;
  /** What it is. */
  kind: 'draft' | 'answer';
  /** The sentences that were judged. */
  sentences: SharedSentence[];
  /** What they cite. */
  sources: SharedSource[];
  /** The whole text, as Markdown; suggestions that wait beside a draft are not in it. */
  text: string;
  /** The title of the draft, or the question. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type SignIn = {
  /** An API key, or the key of the settings. */
  key: string;
};

/** A frame of the server. */
export type SocketReply = {
  /** Everything comes anew: what the client has of the answer counts no more. */
  replay?: boolean;
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  type: 'start';
} | {
  chunk: Part;
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  /** From 0, without gaps. */
  sequence: number;
  type: 'chunk';
} | {
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  type: 'end';
} | {
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  type: 'no-active';
} | {
  /** What went wrong, in words for a person. */
  errorText: string;
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  type: 'error';
};

/** A frame of the client. */
export type SocketRequest = {
  /** Stet's extras, as in the body of `POST /api/chat`. */
  body?: Record<string, unknown>;
  /** The conversation. */
  id: string;
  /** With regenerate-message, the one to be written anew. */
  messageId?: string | null;
  /** The turns so far, the oldest first. */
  messages: UiMessage[];
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  /** Whether a question is asked, an answer written anew, or a stream taken up again. */
  trigger?: 'submit-message' | 'regenerate-message' | 'resume-stream' | null;
  type: 'send';
} | {
  /** The conversation. */
  id: string;
  /** Number of the last chunk that arrived. */
  lastSequence?: number | null;
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  type: 'resume';
} | {
  /** Given by the client; every frame of the request has it. */
  requestId: string;
  type: 'abort';
};

/** A version of a source. */
export type Source = {
  /** Who wrote it, as the file's own fields say. Absent where they do not. */
  author?: string;
  /** Size of the file. */
  bytes: number;
  /** Passages that it was cut into. */
  chunks: number;
  /** When it was made. */
  createdAt: string;
  /** How far a model is that adds contexts and translations to its passages; null where none was asked to. The source is searched meanwhile. */
  enrichment: {
    /** What was left out, or why it has failed, in the reader's language. */
    detail: string | null;
    /** Passages. */
    done: number;
    /** How far it is. */
    status: 'queued' | 'running' | 'done' | 'failed';
    /** How many there are. */
    total: number;
  } | null;
  /** Why it failed, in the reader's language. */
  error: {
    /** In words for a person. */
    detail: string;
    /** The fault in one word, for programs. */
    title: string;
  } | null;
  /** Name of the file that was sent. */
  fileName: string;
  /** Of this version. */
  id: string;
  /** Korean or English. */
  language: Language;
  /** What of the file is in no passage: hidden sheets, comments, damaged parts, unread pages and the like. Absent where nothing is known to be missing. */
  leftOut?: {
    /** What kind of thing it is, for programs. */
    code: string;
    /** In words for a person, in the reader's language: a noun that follows “read without”. */
    text: string;
  }[];
  /** Media type of the file. */
  mediaType: string;
  /** 0 where the format has no pages. */
  pages: number;
  /** Where the file lay, if that is known. */
  path: string | null;
  /** Of the present status; 1 when ready. */
  progress: number;
  /** The project that it is in, with all its versions; null: in none. */
  projectId: string | null;
  /** Pages that are pictures, whose words were recognised (OCR). */
  recognisedPages: number[];
  /** The version that is searched. */
  searchedVersion: number | null;
  /** The same for all versions. */
  sourceId: string;
  /** How far it is. */
  status: 'queued' | 'extracting' | 'chunking' | 'embedding' | 'ready' | 'failed';
  /** Was searched until a newer version was ready. */
  superseded: boolean;
  /** For people to read. */
  title: string;
  /** Pages that are pictures and were not read. */
  unreadPages: number[];
  /** When it was changed last. */
  updatedAt: string;
  /** From 1; each change makes a new one. */
  version: number;
  /** How many the source has. */
  versions: number;
};

/** The article of a regulation that the source is. */
export type SourceArticle = {
  /** Number of the article. */
  article: string;
  /** Where the article is read. */
  href: string;
  /** The sentence that says what the article rules. */
  keySentence: string;
  /** Name of the regulation. */
  regulation: string;
  /** For people to read. */
  title: string | null;
};

/** A source of the answer, as a client shows it. The N-th card is source N. */
export type SourceCard = {
  /** The article of a regulation that the source is. */
  article?: {
    /** The sentence that says what it rules. */
    key_sentence: string;
    /** Of the article, in its parts. */
    number: {
      /** As in 제25조의2: 2; null where the article has none. */
      branch: number | null;
      /** Of the article, in its parts. */
      number: number;
    };
    /** Name of the regulation. */
    regulation: string;
    /** For people to read. */
    title: string | null;
  };
  /** The passage: /api/chunks/{id}. */
  chunk_id: string;
  /** The version of the source. */
  document_id: string;
  /** Name of the file, with folders of its path where another source has a file of that name. */
  file_name: string;
  /** Only in stored conversations: it was deleted since. */
  gone?: true;
  /** How well the passage fits the question. */
  grade: Grade;
  /** Media type of the file. */
  media_type: string;
  /** Page in the file, from 1; null where it has none. */
  page: number | null;
  /** Words of it were recognised on a picture of a page (OCR). */
  recognised?: boolean;
  /** Score of the source for this answer, 0 to 1. */
  score: number;
  /** The source. */
  source_id: string;
  /** For people to read. */
  title: string;
  /** Where it stands on the web; such a source is no document, and has no passage to open. */
  url?: string;
};

export type SourceList = {
  /** The offset of the next page; null at the end. */
  next: number | null;
  /** The sources. */
  sources: Source[];
  /** Of all pages. */
  total: number;
};

/** The judged citations of one source file. */
export type SourceVerdicts = {
  /** Null when the file was called by different ids, as after it was taken in anew. */
  documentId: string | null;
  /** Name of the file that was sent. */
  fileName: string;
  /** Claims that their sources support. */
  supported: number;
  /** Claims of which it cannot be told. */
  uncertain: number;
  /** Claims that their sources do not support. */
  unsupported: number;
};

/** Half of the values lie at or under `p50`, 95 of 100 at or under `p95`; milliseconds. */
export type Spread = {
  /** How many were measured. */
  count: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p95: number;
};

export type Stats = {
  /** Days that have answers, oldest first. */
  answers: AnswerDay[];
  /** How many days. */
  days: number;
  /** From when answers are counted. */
  from: string;
  /** How long answers took. */
  latency: {
    /** From the question to the first word. */
    firstTokenMs: Spread | null;
    /** From the question to the end. */
    totalMs: Spread | null;
    /** From the end of a sentence to its verdict by words: the slowest of each answer. */
    verdictMs: Spread | null;
  };
  /** CORE, EXPRESSION, DETAIL. */
  patches: PatchCounts[];
  references: ReferenceCounts;
  /** Judged citations by file, the most cited first, at most 50. */
  sources: SourceVerdicts[];
  /** In which days are counted. */
  timeZone: string;
  /** Until when. */
  to: string;
};

/** A reference to a regulation in the words of the sentence. */
export type StatuteCitation = {
  /** One, or the first eight of a range; none for a regulation alone. */
  articles: ({
    /** Number of the article. */
    article: string;
    /** Only in stored conversations: it was deleted since. */
    gone?: true;
    /** The article as it stands in the store. */
    href: string;
    /** By which it is asked for. */
    id: string;
    /** What the article, or the paragraph that is cited, rules. */
    keySentence: string;
    /** Name of the regulation. */
    regulation: string;
    /** The article, or its beginning. */
    text: string;
    /** For people to read. */
    title: string | null;
    /** The article is longer than what is given. */
    truncated: boolean;
  })[];
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** The sentence rests on it, and no article is known that it means. */
  incomplete?: boolean;
  /** Stet completed it, or put it in the place of a wrong one; missing where it is the writer's own. */
  put?: boolean;
  /** Name of the regulation. */
  regulation: string | null;
  /** found: it leads to an article. completed: it says too little, and only one article can be meant. named: a stored regulation without an article. quoted: only a source of the answer has it. repealed: the article was repealed, and the sentence says so. */
  standing: 'found' | 'completed' | 'named' | 'quoted' | 'repealed';
  /** UTF-16 code units in the text. */
  start: number;
  /** The words. */
  text: string;
};

/** One change of a text. Offsets are UTF-16 code units. */
export type TextPatch = {
  /** The words that take their place. */
  after: string;
  /** The words that were there. */
  before: string;
  category: PatchCategory;
  context: PatchContext;
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number | null;
  /** The gates that were asked, in order. */
  gates: GateReading[];
  /** Patches with the same one are one decision: deciding about one decides about all. */
  groupId: string;
  /** The same for the same change. */
  id: string;
  /** What is done to the words. */
  op: PatchOp;
  /** In the language of the text. */
  reasons: string[];
  /** 0 (harmless) to 1. */
  risk: number;
  /** Rules of the criteria packs behind the patch. */
  ruleIds: string[];
  /** null when the patch has no place in the text any more. */
  start: number | null;
  /** Where a moved text goes. */
  to?: number;
};

/** Something that was found. */
export type Thing = {
  /** By which it is asked for; of a source that of all its versions. */
  id: string;
  /** What it is. */
  kind: 'source' | 'draft' | 'chat';
  /** The project that it is in; null: in none. */
  projectId: string | null;
  /** What it is called. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
};

export type ThingList = {
  /** What was found. */
  found: Thing[];
};

/** One text apart from its language. Its words in both languages: data/told.tsv of the source. A client that does not know the code shows the words beside it. */
export type Told = {
  /** Which text it is. */
  code: string;
  /** What is put into the text; missing where nothing is. */
  parameters?: Record<string, string | number>;
};

/** A key, without itself. */
export type ToldKey = {
  /** When it was made. */
  createdAt: string;
  /** When it ends; null: never. */
  expiresAt: string | null;
  /** By which it is asked for. */
  id: string;
  /** The key itself, which is not told again. */
  key: string;
  /** To five minutes. */
  lastUsedAt: string | null;
  limits: Limits;
  /** What it is called. */
  name: string;
  /** How the key begins. */
  prefix: string;
  /** When it was revoked; null: it was not. */
  revokedAt: string | null;
  scope: Scope;
  /** The key that has taken its place. */
  successor: string | null;
  /** In which the key is good. */
  workspace: string;
};

/** A link, without its key. */
export type ToldShare = {
  /** Who gave it out, as they were called then. */
  author: string;
  /** When it was made. */
  createdAt: string;
  /** The draft that it leads to. */
  draftId: string | null;
  /** When it ends; null: never. */
  expiresAt: string | null;
  /** By which it is asked for. */
  id: string;
  /** What stands behind the address of the page; it is not told again. The key is behind `#`, where no server and no log sees it. */
  link: string;
  /** The answer that it leads to. */
  messageId: string | null;
};

/** A model behind the words, and how it did with known sentences of each language. */
export type TriedModel = {
  /** The trial in English. */
  en: JudgeTrial;
  /** The trial in Korean. */
  ko: JudgeTrial;
  /** What it is called. */
  name: string;
};

/** A message as AI SDK clients keep it; fields that Stet does not need are theirs to define. */
export type UiMessage = {
  /** Plain text, as older clients send it. */
  content?: string | null;
  /** Of the message. */
  id?: string | null;
  /** The parts of the message, in order. */
  parts?: UiPart[];
  /** Who speaks. */
  role: string;
};

export type UiPart = {
  /** The words. */
  text?: string;
  /** What the object is. */
  type: string;
};

/** A rule that was not judged for every sentence, and why. */
export type Unchecked = {
  /** Why, in words for a person. */
  reason: string;
  /** Id of the rule. */
  ruleId: string;
};

export type UploadResult = {
  /** The sources. */
  sources: ({
    /** Who wrote it, as the file's own fields say. Absent where they do not. */
    author?: string;
    /** Size of the file. */
    bytes: number;
    /** Passages that it was cut into. */
    chunks: number;
    /** When it was made. */
    createdAt: string;
    /** The same bytes were there already. */
    duplicate: boolean;
    /** How far a model is that adds contexts and translations to its passages; null where none was asked to. The source is searched meanwhile. */
    enrichment: {
      /** What was left out, or why it has failed, in the reader's language. */
      detail: string | null;
      /** Passages. */
      done: number;
      /** How far it is. */
      status: 'queued' | 'running' | 'done' | 'failed';
      /** How many there are. */
      total: number;
    } | null;
    /** Why it failed, in the reader's language. */
    error: {
      /** In words for a person. */
      detail: string;
      /** The fault in one word, for programs. */
      title: string;
    } | null;
    /** Name of the file that was sent. */
    fileName: string;
    /** Of this version. */
    id: string;
    /** Korean or English. */
    language: Language;
    /** What of the file is in no passage: hidden sheets, comments, damaged parts, unread pages and the like. Absent where nothing is known to be missing. */
    leftOut?: {
      /** What kind of thing it is, for programs. */
      code: string;
      /** In words for a person, in the reader's language: a noun that follows “read without”. */
      text: string;
    }[];
    /** Media type of the file. */
    mediaType: string;
    /** 0 where the format has no pages. */
    pages: number;
    /** Where the file lay, if that is known. */
    path: string | null;
    /** Of the present status; 1 when ready. */
    progress: number;
    /** The project that it is in, with all its versions; null: in none. */
    projectId: string | null;
    /** Pages that are pictures, whose words were recognised (OCR). */
    recognisedPages: number[];
    /** The version that is searched. */
    searchedVersion: number | null;
    /** The same for all versions. */
    sourceId: string;
    /** How far it is. */
    status: 'queued' | 'extracting' | 'chunking' | 'embedding' | 'ready' | 'failed';
    /** Was searched until a newer version was ready. */
    superseded: boolean;
    /** For people to read. */
    title: string;
    /** Pages that are pictures and were not read. */
    unreadPages: number[];
    /** When it was changed last. */
    updatedAt: string;
    /** From 1; each change makes a new one. */
    version: number;
    /** How many the source has. */
    versions: number;
  })[];
};

/** What the model's server counted over all attempts; 0 without a model, null where it does not count. */
export type Usage = {
  /** Tokens of what was written. */
  completion_tokens: number;
  /** Tokens of what was asked, as the model counts. */
  prompt_tokens: number;
  /** Both together. */
  total_tokens: number;
};

/** Offsets are UTF-16 code units in the corrected text. */
export type VerifiedSentence = {
  /** What the nearest cited source has in the place of a sentence that is not supported; of one that is `uncited`, the passage of any source that contradicts it. */
  against?: Against;
  by?: Decider;
  /** The sources that the sentence cites, in order. */
  citations: Citation[];
  /** End of the place, exclusive, in UTF-16 code units. */
  end: number;
  /** From 0. */
  index: number;
  /** Whether it claims something. */
  kind: SentenceKind;
  /** Where the sentence stands in the text that was given, in UTF-16 code units. */
  origin: {
    /** End of the place, exclusive, in UTF-16 code units. */
    end: number;
    /** Begin of the place, in UTF-16 code units. */
    start: number;
  };
  /** Why, in words for a person. */
  reason: string;
  /** Marks that were taken out of the sentence. */
  removed: RemovedMark[];
  /** Similarity to the cited sources, 0 to 1. */
  score: number;
  /** UTF-16 code units in the text with this textId. */
  start: number;
  /** The verdict. */
  status: SentenceStatus;
  /** References of the sentence to regulations. */
  statutes: StatuteCitation[];
  /** The citation that it could have: of the only source which supports it, or, of a sentence that is `uncertain`, the one it cited: nobody could decide whether that supports it, the reader is to look. Its place is where the mark would stand, its number that of the source; the text has no mark for it. */
  suggested?: Citation;
  /** The words. */
  text: string;
  veto: Veto | null;
};

export type VerifyRequest = {
  /** The text that is to be checked, with its marks. */
  answer: string;
  /** What the marks lead to, in order: `[1]` is the first. */
  context?: ContextItem[] | null;
  /** Which checks are made. */
  layers?: {
    /** Every mark resolves, and there is one where one is required. */
    citations?: boolean;
    /** A model of entailment, where words leave a claim open. */
    meaning?: boolean;
    /** The model's verdicts. */
    model?: boolean;
    /** Hedges, length without a source, criteria. */
    rules?: boolean;
  } | null;
  /** Finds better passages than the answer when there is no context. */
  question?: string | null;
  /** By words alone, without a model. */
  quick?: boolean | null;
  /** Whether a text that cites nothing is at fault. */
  requireCitations?: boolean | null;
  /** Stored sources to look in; not together with context. */
  sourceIds?: string[] | null;
  /** Least confidence of a verified text. */
  threshold?: number | null;
};

export type VerifyResult = {
  /** Share of the judged citations that are accurate; null where none was judged. */
  accuracy_rate: number | null;
  badge: Badge;
  /** No mark had to be taken out. */
  citations_valid: boolean;
  /** Of the whole, from 0 to 1. */
  confidence: number;
  /** The text with the citations that survived. */
  corrected: string;
  /** How many sentences are what. */
  counts: Counts;
  /** What is wrong with the text, in words. */
  issues: string[];
  /** The checks that the text went through. */
  layers: Layer[];
  /** How long it took. */
  processing_time_ms: number;
  /** Why the text has its badge, in words. */
  reasoning: string;
  /** Every sentence, with its verdict. */
  sentences: VerifiedSentence[];
  /** The sources, by number. */
  sources: ({
    /** By which it is asked for. */
    id: string;
    /** Page in the file, from 1; null where it has none. */
    page: number | null;
    /** For people to read. */
    title: string | null;
  })[];
  /** The verdict on every claim that cites something. */
  verification_log: LogEntry[];
  /** Whether the text came to its end and is as its sources say. */
  verified: boolean;
  /** What the cited sources warn of, at most five. */
  warnings: string[];
};

export type VersionList = {
  /** All of them. */
  versions: Source[];
};

/** A finding that rejects a claim whatever its similarity. */
export type Veto = 'number' | 'quotation' | 'negation' | 'direction';

/** Whether the web is searched for a question, where the server has a key for that. */
export type Web = 'off' | 'auto' | 'always';

/** A work that drafts can cite. */
export type Work = {
  /** Names with commas between them. */
  authors: string;
  /** The journal or the book that it is in, or its publisher. */
  container: string;
  /** By which texts cite the work: `[@key]`. */
  key: string;
  /** For people to read. */
  title: string;
  /** Its type in CSL. */
  type: string;
  /** When it was changed last. */
  updatedAt: string;
  /** Of publication. */
  year: number | null;
};

export type WorkList = {
  /** How many there are. */
  total: number;
  /** The works. */
  works: Work[];
};

export type Workspace = {
  /** When it was made. */
  createdAt: string;
  /** By which it is asked for. */
  id: string;
  limits: Limits;
  /** Of the workspace. */
  name: string;
};

export type WorkspaceList = {
  /** The workspaces. */
  workspaces: Workspace[];
};

export type WorkspaceName = {
  /** Of the workspace. */
  name: string;
};

/** What every route takes and answers with, where that is JSON. */
export interface Routes {
  /** Who decided, deleted, took in and changed keys */
  'GET /api/audit': {
    request: undefined;
    response: AuditPage;
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
  /** Keep the works of the Zotero on the server's machine */
  'POST /api/bibliography/zotero': {
    request: undefined;
    response: ImportedWorks;
  };
  /** Delete a work */
  'DELETE /api/bibliography/{key}': {
    request: undefined;
    response: undefined;
  };
  /** Ask a question; the answer streams */
  'POST /api/chat': {
    request: ChatRequest;
    response: undefined;
  };
  /** Stop a running answer; what was written is kept */
  'POST /api/chat/{id}/stop': {
    request: undefined;
    response: undefined;
  };
  /** Follow a running answer again */
  'GET /api/chat/{id}/stream': {
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
  /** Show another branch of a conversation */
  'PUT /api/chats/{id}/branch': {
    request: BranchRequest;
    response: Chat;
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
  /** Check a text against rules that are not kept */
  'POST /api/criteria-packs/lint': {
    request: LintRulesRequest;
    response: LintResult;
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
  /** Check a text against a pack */
  'POST /api/criteria-packs/{id}/lint': {
    request: LintTextRequest;
    response: LintResult;
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
    request: NewWords;
    response: Dictionary;
  };
  /** Take a word out of the dictionary */
  'DELETE /api/dictionary': {
    request: undefined;
    response: undefined;
  };
  /** Drafts, the last changed first */
  'GET /api/drafts': {
    request: undefined;
    response: DraftList;
  };
  /** Keep a new draft */
  'POST /api/drafts': {
    request: CreateRequest;
    response: Draft;
  };
  /** Keep a file as a new draft */
  'POST /api/drafts/import': {
    request: undefined;
    response: ImportedDraft;
  };
  /** The HTML of a clipboard as Markdown */
  'POST /api/drafts/paste': {
    request: PasteRequest;
    response: PastedText;
  };
  /** A draft with its patches */
  'GET /api/drafts/{id}': {
    request: undefined;
    response: DraftDesk;
  };
  /** Save a draft; waiting patches move with the text */
  'PUT /api/drafts/{id}': {
    request: SaveRequest;
    response: DraftDesk;
  };
  /** Delete a draft */
  'DELETE /api/drafts/{id}': {
    request: undefined;
    response: undefined;
  };
  /** What an export makes of the citations of a draft */
  'GET /api/drafts/{id}/citations': {
    request: undefined;
    response: CitationPreview;
  };
  /** The comments of a draft, in the order of its text */
  'GET /api/drafts/{id}/comments': {
    request: undefined;
    response: CommentList;
  };
  /** Comment on words of a draft */
  'POST /api/drafts/{id}/comments': {
    request: NewComment;
    response: CommentList;
  };
  /** Say something else, or settle a thread */
  'PATCH /api/drafts/{id}/comments/{comment}': {
    request: CommentChange;
    response: CommentList;
  };
  /** Delete a comment, the first of a thread with all that answers it */
  'DELETE /api/drafts/{id}/comments/{comment}': {
    request: undefined;
    response: undefined;
  };
  /** Answer a comment */
  'POST /api/drafts/{id}/comments/{comment}/replies': {
    request: NewReply;
    response: CommentList;
  };
  /** Every decision on a draft's patches */
  'GET /api/drafts/{id}/decisions': {
    request: undefined;
    response: DecisionList;
  };
  /** A draft as a file */
  'GET /api/drafts/{id}/export': {
    request: undefined;
    response: undefined;
  };
  /** What a draft breaks of the writer's rules */
  'POST /api/drafts/{id}/lint': {
    request: LintDraftRequest;
    response: DraftLint;
  };
  /** The patches of a draft, in text order */
  'GET /api/drafts/{id}/patches': {
    request: undefined;
    response: PatchList;
  };
  /** Decide by ids, category, rule or all */
  'POST /api/drafts/{id}/patches/decide': {
    request: DecideRequest;
    response: Decided;
  };
  /** Accept, reject or undo one patch */
  'POST /api/drafts/{id}/patches/{patch}/{action}': {
    request: DecideOneRequest;
    response: Decided;
  };
  /** Revise a draft; patches stream */
  'POST /api/drafts/{id}/revise': {
    request: ReviseRequest;
    response: undefined;
  };
  /** Stop the revision of a draft; what was proposed is kept */
  'POST /api/drafts/{id}/revise/stop': {
    request: undefined;
    response: undefined;
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
    request: Restoration;
    response: DraftDesk;
  };
  /** The whole graph as a file */
  'GET /api/graph': {
    request: undefined;
    response: ExportGraphAnswer;
  };
  /** What the sources speak of */
  'GET /api/graph/entities': {
    request: undefined;
    response: ListEntitiesAnswer;
  };
  /** An entity with what it hangs together with, and the passages that say so */
  'GET /api/graph/entities/{id}': {
    request: undefined;
    response: GetEntityAnswer;
  };
  /** What is around an entity, or what an answer speaks of, to be drawn */
  'GET /api/graph/neighbourhood': {
    request: undefined;
    response: ReadNeighbourhoodAnswer;
  };
  /** How what the sources speak of hangs together */
  'GET /api/graph/relations': {
    request: undefined;
    response: ListRelationsAnswer;
  };
  /** What the sources speak of together, in sentences of theirs */
  'GET /api/graph/themes': {
    request: undefined;
    response: ListThemesAnswer;
  };
  /** Findings that were set aside */
  'GET /api/ignored': {
    request: undefined;
    response: Ignored;
  };
  /** Set a finding aside, or all of a rule */
  'POST /api/ignored': {
    request: NewIgnored;
    response: Made;
  };
  /** Let a finding be told again */
  'DELETE /api/ignored/{id}': {
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
  /** What changed between two texts, by risk */
  'POST /api/patches/classify': {
    request: ClassifyRequest;
    response: Classified;
  };
  /** Projects by their names, with how much is in each */
  'GET /api/projects': {
    request: undefined;
    response: ProjectList;
  };
  /** Make a project */
  'POST /api/projects': {
    request: NewProject;
    response: Project;
  };
  /** Sources, drafts and conversations by their names */
  'GET /api/projects/find': {
    request: undefined;
    response: ThingList;
  };
  /** Put things into a project, or out of theirs */
  'POST /api/projects/move': {
    request: MoveRequest;
    response: Moved;
  };
  /** Give a project another name, put it away or take it out again */
  'PATCH /api/projects/{id}': {
    request: ProjectChange;
    response: undefined;
  };
  /** Delete a project; what is in it stays */
  'DELETE /api/projects/{id}': {
    request: undefined;
    response: undefined;
  };
  /** References that a person has declared to be right */
  'GET /api/references/accepted': {
    request: undefined;
    response: ListAcceptedReferencesAnswer;
  };
  /** Declare a reference, or a regulation, to be right */
  'POST /api/references/accepted': {
    request: NewReference;
    response: undefined;
  };
  /** Take such a reference back */
  'DELETE /api/references/accepted': {
    request: undefined;
    response: undefined;
  };
  /** References to regulations that answers of the last 30 days did not show */
  'GET /api/references/review': {
    request: undefined;
    response: ReviewReferencesAnswer;
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
  /** Search the passages by meaning and by words */
  'POST /api/search': {
    request: SearchRequest;
    response: SearchResult;
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
  /** What a shared link leads to */
  'GET /api/shared/{key}': {
    request: undefined;
    response: SharedText;
  };
  /** Links that lead to a draft or an answer, without their keys */
  'GET /api/shares': {
    request: undefined;
    response: ShareList;
  };
  /** Make a link by which anybody reads a draft or an answer */
  'POST /api/shares': {
    request: NewShare;
    response: ToldShare;
  };
  /** Take a link back */
  'DELETE /api/shares/{id}': {
    request: undefined;
    response: undefined;
  };
  /** Sources, the newest first, in pages */
  'GET /api/sources': {
    request: undefined;
    response: SourceList;
  };
  /** Upload files, or name an address to read */
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
  /** The file as it was uploaded */
  'GET /api/sources/{id}/content': {
    request: undefined;
    response: undefined;
  };
  /** Progress of a source until it is ready or has failed */
  'GET /api/sources/{id}/events': {
    request: undefined;
    response: undefined;
  };
  /** A source at a glance: headings, first sentences, questions */
  'GET /api/sources/{id}/outline': {
    request: undefined;
    response: Outline;
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
  /** Read a source again that has failed */
  'POST /api/sources/{id}/retry': {
    request: undefined;
    response: Source;
  };
  /** All versions of a source, the newest first */
  'GET /api/sources/{id}/versions': {
    request: undefined;
    response: VersionList;
  };
  /** How the answers and patches of the last days fared */
  'GET /api/stats': {
    request: undefined;
    response: Stats;
  };
  /** Version, model, limits */
  'GET /api/status': {
    request: undefined;
    response: ServerStatus;
  };
  /** Check a text against given or stored sources */
  'POST /api/verify': {
    request: VerifyRequest;
    response: VerifyResult;
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
  /** Is it alive? */
  'GET /healthz': {
    request: undefined;
    response: undefined;
  };
  /** The Model Context Protocol (streamable HTTP) */
  'POST /mcp': {
    request: RpcMessage;
    response: RpcAnswer;
  };
  /** Figures for Prometheus */
  'GET /metrics': {
    request: undefined;
    response: undefined;
  };
  /** Ask, and get the checked answer as a whole */
  'POST /query/verified': {
    request: QueryRequest;
    response: QueryResult;
  };
  /** Can it serve? */
  'GET /readyz': {
    request: undefined;
    response: undefined;
  };
  /** A checked answer in the OpenAI protocol */
  'POST /v1/chat/completions': {
    request: CompletionRequest;
    response: Completion;
  };
  /** The vectors by which Stet searches */
  'POST /v1/embeddings': {
    request: EmbeddingRequest;
    response: Embeddings;
  };
  /** What can be chatted with; stet-embeddings is had by its name */
  'GET /v1/models': {
    request: undefined;
    response: ModelList;
  };
  /** One of them, by its name */
  'GET /v1/models/{id}': {
    request: undefined;
    response: Model;
  };
  /** The same answer in the form of the Responses API */
  'POST /v1/responses': {
    request: ResponseRequest;
    response: Response;
  };
  /** The same parts over a WebSocket */
  'GET /ws': {
    request: undefined;
    response: undefined;
  };
}
