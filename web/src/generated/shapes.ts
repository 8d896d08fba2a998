/**
 * The shapes by which the page decodes JSON, made by scripts/shapes.mjs out of openapi.json; decode.ts says how they are read.
 * Not to be edited: `npm run types` writes this file, and the tests fail when it differs from the document.
 */

export const AnswerGrade = {
  feedback: '',
  overall: 0,
} as const;

export const Branch = {
  count: 0,
  index: 0,
  'parent?': '',
  siblings: [''],
} as const;

export const ChatMessage = {
  'branch?': Branch,
  metadata: {
    'author?': '',
    'authorId?': '',
    createdAt: '',
    'status?': '',
  },
} as const;

export const Decided = {
  changed: [''],
  conflicts: [''],
} as const;

export const PatchDecision = {
  after: '',
  before: '',
  category: '',
  createdAt: '',
  decidedBy: '',
  decision: '',
  id: '',
  ruleIds: [''],
} as const;

export const DecisionList = {
  decisions: [PatchDecision],
} as const;

export const GateReading = {
  name: '',
  value: '',
  verdict: '',
} as const;

export const FactVerdict = {
  evidence: [{
    chunkId: '',
    documentId: '',
    page: [0, null],
    text: '',
    title: '',
  }, null],
  status: '',
} as const;

export const DraftPatch = {
  after: '',
  before: '',
  category: '',
  end: [0, null],
  gates: [GateReading],
  groupId: '',
  id: '',
  op: '',
  'present?': ['', null],
  reasons: [''],
  ruleIds: [''],
  start: [0, null],
  status: '',
  'verdict?': FactVerdict,
} as const;

export const DraftDesk = {
  author: ['', null],
  authorId: ['', null],
  citationStyle: '',
  createdAt: '',
  criteriaPackIds: [''],
  id: '',
  'mine?': false,
  patches: [DraftPatch],
  projectId: ['', null],
  'revising?': false,
  revision: 0,
  sourceIds: [''],
  text: '',
  title: '',
  updatedAt: '',
} as const;

export const DraftSummary = {
  author: ['', null],
  authorId: ['', null],
  citationStyle: '',
  createdAt: '',
  criteriaPackIds: [''],
  id: '',
  'mine?': false,
  projectId: ['', null],
  revision: 0,
  sourceIds: [''],
  title: '',
  updatedAt: '',
} as const;

export const DraftList = {
  drafts: [DraftSummary],
} as const;

export const DraftRevision = {
  author: ['', null],
  cause: '',
  createdAt: '',
  'restoredFrom?': 0,
  revision: 0,
  'text?': '',
} as const;

export const EntityReference = {
  number: 0,
  title: ['', null],
} as const;

export const HallucinationCheck = {
  score: 0,
  scores: [0],
} as const;

export const LintResult = {
  breaches: [{
    end: 0,
    judgedBy: '',
    message: '',
    replacement: ['', null],
    ruleId: '',
    severity: '',
    start: 0,
  }],
} as const;

export const LogEntry = {
  citation_number: [0, null],
  explanation: '',
  source_file: ['', null],
  source_page: [0, null],
  statement: '',
  status: '',
} as const;

export const PageImage = {
  caption: ['', null],
  number: 0,
  page: [0, null],
  'url?': '',
} as const;

export const RemovedCitation = {
  mark: '',
  reason: '',
} as const;

export const Metadata = {
  'accuracy_rate?': [0, null],
  'answer_grade?': AnswerGrade,
  'badge?': '',
  'confidence?': 0,
  'cut_off?': '',
  'entity_references?': [EntityReference],
  'extracts?': false,
  'hallucination_check?': HallucinationCheck,
  'human_feedback_used?': [{
    number: 0,
    source_id: '',
    text: '',
  }],
  'issues?': [''],
  'key_points?': [''],
  'language?': '',
  'model?': '',
  'notes?': [''],
  'page_images?': [PageImage],
  'related?': {
    page: [0, null],
    quote: '',
    source_id: '',
    title: '',
  },
  'removed_citations?': [RemovedCitation],
  'status?': '',
  'verification_log?': [LogEntry],
  'verified?': false,
  'warnings?': [''],
} as const;

export const Pack = {
  'warnings?': [{
    field: '',
    message: '',
    ruleId: '',
  }],
} as const;

export const PartError = {
  errorText: '',
} as const;

export const SourceArticle = {
  article: '',
  href: '',
  keySentence: '',
  regulation: '',
  title: ['', null],
} as const;

export const PartSource = {
  providerMetadata: {
    stet: {
      'article?': SourceArticle,
      chunkId: '',
      documentId: '',
      'gone?': false,
      grade: '',
      page: [0, null],
      'recognised?': false,
      score: 0,
    },
  },
} as const;

export const Told = {
  code: '',
} as const;

export const PartStep = {
  data: {
    detail: '',
    name: '',
    state: '',
    'told?': [Told],
  },
} as const;

export const Problem = {
  detail: '',
  'field?': '',
  title: '',
  type: '',
} as const;

export const RevisionList = {
  next: [0, null],
  revisions: [DraftRevision],
} as const;
