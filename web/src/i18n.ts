/** The words of the interface in Korean and English. A text missing in one language does not compile. */
import { DRAFT_MESSAGES, type DraftMessages } from './draft/i18n';
import type { Decider } from './generated/api';
import type { PageName } from './routes';
import type { Badge, SentenceStatus, SourceStatus, StatuteCitation } from './wire';

export type Language = 'ko' | 'en';

export interface Messages {
  draft: DraftMessages;
  tagline: string;
  skip: string;
  skipToPage: string;
  pageLinks: string;
  pageName: Record<PageName, string>;
  pageFailed: string;
  beginDraft: string;
  beginDraftText: string;
  newChat: string;
  newShort: string;
  untitled: string;
  conversations: string;
  noConversations: string;
  sources: string;
  noSources: string;
  pinNamed: (name: string) => string;
  unpinNamed: (name: string) => string;
  askingOnly: (count: number) => string;
  askAll: string;
  addFiles: string;
  dropHere: string;
  dropHint: string;
  formats: string;
  noPdf: string;
  menu: string;
  close: string;
  language: string;
  themeName: Record<'system' | 'light' | 'dark', string>;
  ask: string;
  askLabel: string;
  askPlaceholder: string;
  askHint: string;
  welcome: string;
  welcomeText: string;
  welcomeEmpty: string;
  stop: string;
  stopping: string;
  regenerate: string;
  retry: string;
  remove: string;
  confirm: string;
  copy: string;
  copied: string;
  you: string;
  answer: string;
  writing: string;
  finished: string;
  reconnecting: string;
  extracts: string;
  putByStet: string;
  judgeOff: (name: string, languages: ('ko' | 'en')[]) => string;
  stillReading: (count: number) => string;
  nothingToAsk: string;
  askLater: string;
  stopped: string;
  failed: string;
  stoppedEmpty: string;
  failedEmpty: string;
  warnings: string;
  notes: string;
  keyPoints: string;
  pictures: string;
  picture: (number: number, page: number | null) => string;
  entities: string;
  byPerson: (numbers: string) => string;
  hallucination: string;
  attempts: (count: number) => string;
  answerGrade: string;
  superseded: string;
  showSuperseded: string;
  steps: string;
  step: Record<string, string>;
  stepState: Record<'running' | 'done' | 'skipped', string>;
  badge: Record<Badge, string>;
  badgeMeaning: Record<Badge, string>;
  quotations: string;
  quotationsMeaning: string;
  status: Record<SentenceStatus, string>;
  statusMeaning: Record<SentenceStatus, string>;
  sourceStatus: Record<SourceStatus, string>;
  uploading: string;
  duplicate: string;
  page: (page: number) => string;
  pages: (pages: number) => string;
  passages: (count: number) => string;
  version: (version: number, date: string) => string;
  versionsOf: (name: string) => string;
  staysSearched: (version: number) => string;
  recognisedPages: (pages: number) => string;
  /** A model adds contexts and translations; the total is 0 while it waits. */
  enriching: (done: number, total: number) => string;
  unreadPages: (pages: number) => string;
  recognised: string;
  ocr: string;
  mayAnswer: string;
  supersededPassage: (version: number) => string;
  citation: (number: number, source: string) => string;
  sentence: string;
  score: string;
  reason: string;
  decidedBy: string;
  deciders: Record<Decider, string>;
  veto: string;
  vetoes: Record<string, string>;
  issues: string;
  writtenBy: string;
  quoted: string;
  removed: string;
  removedFrom: string;
  evidence: string;
  openEvidence: string;
  passage: string;
  reference: string;
  openArticle: string;
  referenceOnly: Record<StatuteCitation['standing'], string>;
  articleGone: string;
  articleChanged: string;
  passageGone: string;
  sourcesGone: (files: string[]) => string;
  articleInSource: string;
  supplementary: string;
  wholePage: (page: number) => string;
  onlyPassage: string;
  drawPage: string;
  pageDrawn: (page: number) => string;
  note: string;
  report: string;
  confidence: string;
  accuracyRate: string;
  counts: string;
  log: string;
  accurate: string;
  inaccurate: string;
  unclear: string;
  statement: string;
  verdict: string;
  source: string;
  cited: string;
  otherSources: (count: number) => string;
  criteria: string;
  loading: string;
  keyTitle: string;
  keyText: string;
  keyLabel: string;
  keyUse: string;
  keyRefused: string;
  keyMissing: string;
  cancel: string;
  offline: string;
  offlineDetail: string;
  problem: string;
  waitAndRetry: string;
  waitSeconds: (seconds: number) => string;
  tooLarge: string;
  underWay: string;
  searchSources: string;
  search: string;
  searchResults: string;
  hits: (count: number) => string;
  grade: Record<string, string>;
  back: string;
  readNamed: (name: string) => string;
  previousPage: string;
  nextPage: string;
  pageOf: (page: number, pages: number) => string;
  exportChat: string;
  exportAs: (format: string) => string;
  addNote: string;
  noteHint: string;
  removeNote: string;
  change: string;
  save: string;
  networkLost: string;
  dismiss: string;
  legend: string;
  deleted: (name: string) => string;
  deleteNamed: (name: string) => string;
  retryNamed: (name: string) => string;
}

const en: Messages = {
  draft: DRAFT_MESSAGES.en,
  tagline: 'Answers you can check',
  skip: 'Skip to the question',
  skipToPage: 'Skip to the page',
  pageLinks: 'Pages',
  pageName: { ask: 'Ask', write: 'Write', verify: 'Verify', rules: 'Rules', charts: 'Charts' },
  pageFailed: 'This page could not be loaded.',
  beginDraft: 'Begin a draft',
  beginDraftText: 'Write beside your questions. Answers go into the text with their sources as footnotes, and suggestions come sorted by what they change.',
  newChat: 'New conversation',
  newShort: 'New',
  untitled: 'Untitled',
  conversations: 'Conversations',
  noConversations: 'Nothing asked yet.',
  sources: 'Sources',
  noSources: 'No documents yet.',
  pinNamed: (name) => `Pin ${name}: ask pinned sources only`,
  unpinNamed: (name) => `Unpin ${name}`,
  askingOnly: (count) => (count === 1 ? 'Asking 1 pinned source' : `Asking ${count} pinned sources`),
  askAll: 'Ask all',
  addFiles: 'Add files',
  dropHere: 'Drop files to add them',
  dropHint: 'or drop them anywhere on this page',
  formats: 'TXT, Markdown, PDF, HTML, DOCX, PPTX, XLSX, HWPX, HWP, …',
  noPdf: 'PDF files cannot be read: PDFium is not installed (pip install pypdfium2).',
  menu: 'Conversations and sources',
  close: 'Close',
  language: 'Language',
  themeName: { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' },
  ask: 'Ask',
  askLabel: 'Your question',
  askPlaceholder: 'Ask about your sources…',
  askHint: 'Enter sends, Shift + Enter starts a new line',
  welcome: 'What do your sources say?',
  welcomeText: 'Ask a question. Every sentence of the answer is checked against your documents while it is written.',
  welcomeEmpty: 'Add your documents first. Then ask, and watch every sentence of the answer being checked against them.',
  stop: 'Stop',
  stopping: 'Stopping…',
  regenerate: 'Answer again',
  retry: 'Try again',
  remove: 'Delete',
  confirm: 'Really delete?',
  copy: 'Copy',
  copied: 'Copied',
  you: 'You asked',
  answer: 'Answer',
  writing: 'Writing and checking…',
  finished: 'The answer is complete.',
  reconnecting: 'Connection lost. Reconnecting…',
  extracts: 'No model is configured: answers are quotations from your sources.',
  putByStet: 'Citation put by Stet',
  judgeOff: (name, languages) =>
    `${name} failed its trial as a judge in ${languages.map((one) => (one === 'ko' ? 'Korean' : 'English')).join(' and ')}: there, words judge alone.`,
  stillReading: (count) => (count === 1 ? '1 document is still being read: answers cannot draw on it yet.' : `${count} documents are still being read: answers cannot draw on them yet.`),
  nothingToAsk: 'No document has been read, so there is nothing to answer from. Add files first.',
  askLater: 'Your documents are still being read. Ask again when they are ready.',
  stopped: 'You stopped this answer. What was written has been checked.',
  failed: 'The answer broke off. What was written has been checked.',
  stoppedEmpty: 'You stopped this answer before anything was written.',
  failedEmpty: 'No answer was written.',
  warnings: 'To be aware of',
  notes: 'About this answer',
  keyPoints: 'Key points',
  pictures: 'Pictures of the cited sources',
  picture: (number, page) => `Picture of source ${number}${page === null ? '' : `, p. ${page}`}`,
  entities: 'Tables, figures and presentations',
  byPerson: (numbers) => `Verified by a person: source ${numbers}`,
  hallucination: 'Claims without support',
  attempts: (count) => `${count} attempts`,
  answerGrade: 'Grade',
  superseded: 'This attempt was replaced',
  showSuperseded: 'Show the earlier attempt',
  steps: 'Steps',
  step: {
    route: 'Understand',
    plan: 'Plan',
    retrieve: 'Search',
    generate: 'Write',
    check: 'Check',
    answerGrade: 'Grade',
    web: 'Search the web',
  },
  stepState: { running: 'running', done: 'done', skipped: 'skipped' },
  badge: {
    pending: 'Checking',
    verified: 'Verified',
    partial: 'Partly verified',
    unverified: 'Not verified',
    no_sources: 'No sources found',
    direct: 'Talk',
  },
  badgeMeaning: {
    pending: 'The check is still running.',
    verified: 'Every claim is supported by the source it cites.',
    partial: 'Some claims are supported by the sources they cite, some are not.',
    unverified: 'No claim could be confirmed, or a check failed.',
    no_sources: 'Nothing in your sources bears on this question.',
    direct: 'Nothing was claimed, so there is nothing to check.',
  },
  quotations: 'Quotations',
  quotationsMeaning: 'Sentences of your sources, word for word.',
  status: {
    judging: 'Being checked',
    supported: 'Supported',
    unsupported: 'Not supported',
    uncertain: 'Uncertain',
    unknown_source: 'Unknown source',
    uncited: 'No citation',
    not_a_claim: 'Not a claim',
  },
  statusMeaning: {
    judging: 'This sentence is being compared with the passages it cites.',
    supported: 'The cited passage says this.',
    unsupported: 'The cited passage does not say this.',
    uncertain: 'The words alone do not decide whether the passage says this.',
    unknown_source: 'The sentence cited a source that was not part of this answer.',
    uncited: 'The sentence makes a claim and names no source.',
    not_a_claim: 'The sentence makes no claim that needs a source.',
  },
  sourceStatus: {
    queued: 'Waiting',
    extracting: 'Reading',
    chunking: 'Dividing',
    embedding: 'Indexing',
    ready: 'Ready',
    failed: 'Failed',
  },
  uploading: 'Uploading',
  duplicate: 'Already here',
  page: (page) => `p. ${page}`,
  pages: (pages) => (pages === 1 ? '1 page' : `${pages} pages`),
  passages: (count) => (count === 1 ? '1 passage' : `${count} passages`),
  version: (version, date) => `version ${version}, ${date}`,
  versionsOf: (name) => `Older versions of ${name}`,
  staysSearched: (version) => `Version ${version} stays in search.`,
  recognisedPages: (pages) => (pages === 1 ? '1 page by OCR' : `${pages} pages by OCR`),
  enriching: (done, total) => `The model adds contexts and translations${total > 0 ? ` (${done} of ${total} passages)` : ''}; it is searched meanwhile`,
  unreadPages: (pages) => (pages === 1 ? '1 page is a scan and was' : `${pages} pages are scans and were`) + ' not read; install Tesseract (tesseract-ocr, tesseract-ocr-kor) and add the file again',
  recognised: 'Read from a scan (OCR): compare with the page itself',
  ocr: 'OCR',
  mayAnswer: 'This may answer it:',
  supersededPassage: (version) => `From version ${version}; a newer version of the source is searched now`,
  citation: (number, source) => `Citation ${number}: ${source}. Show the passage`,
  sentence: 'Sentence',
  score: 'Agreement',
  reason: 'Why',
  decidedBy: 'Decided by',
  deciders: { words: 'comparing words', meaning: 'comparing meaning (a model on the server)', model: 'the judging model', translation: 'comparing words of a translation that a model has made' },
  veto: 'Decisive',
  vetoes: {
    number: 'A number, date or amount differs from the source',
    quotation: 'The quotation is not in the source',
    negation: 'One affirms what the other denies',
    direction: 'The direction is the opposite, or parts are exchanged (increase, decrease; who does what; and, or)',
  },
  issues: 'Findings',
  writtenBy: 'Written by',
  quoted: 'Quoted from the sources, without a model',
  removed: 'Removed citations',
  removedFrom: 'Removed here',
  evidence: 'Evidence',
  openEvidence: 'Show in the source',
  passage: 'Passage',
  reference: 'Regulation',
  openArticle: 'Show the article',
  referenceOnly: {
    found: 'The reference leads to an article.',
    completed: 'The reference says too little; only one article can be meant.',
    named: 'A regulation among the sources, without an article.',
    quoted: 'Only a source of the answer names this; the regulation itself is not among the sources.',
    repealed: 'This article was repealed.',
  },
  articleGone: 'This article is no longer among the sources. What follows is what the answer was given.',
  articleChanged: 'This article reads differently now. The answer was given:',
  passageGone: 'This source was deleted. When the answer was checked, it said:',
  sourcesGone: (files) =>
    `Deleted since this answer was checked: ${files.join(', ')}. The citations of ${files.length === 1 ? 'it' : 'them'} show what ${files.length === 1 ? 'it' : 'they'} said then.`,
  articleInSource: 'Show in the source',
  supplementary: 'Supplementary provisions',
  wholePage: (page) => `Show the whole page ${page}`,
  onlyPassage: 'Show the passage only',
  drawPage: 'Show the page as it looks',
  pageDrawn: (page) => `Page ${page} as it looks, with the cited words marked`,
  note: 'Checked by a person',
  report: 'How this answer was checked',
  confidence: 'Confidence',
  accuracyRate: 'Accurate citations',
  counts: 'Sentences',
  log: 'Every citation',
  accurate: 'accurate',
  inaccurate: 'inaccurate',
  unclear: 'uncertain',
  statement: 'Statement',
  verdict: 'Verdict',
  source: 'Source',
  cited: 'Cited sources',
  otherSources: (count) => (count === 1 ? '1 more passage was read' : `${count} more passages were read`),
  criteria: 'Criteria not met',
  loading: 'Loading…',
  keyTitle: 'This server needs a key',
  keyText: 'Ask whoever runs the server for it. It is kept in this tab until you close it.',
  keyLabel: 'Key',
  keyUse: 'Use this key',
  keyRefused: 'The server did not take this key. Look for a typing mistake, and try again.',
  keyMissing: 'This server needs a key. Nothing can be shown without it.',
  cancel: 'Cancel',
  offline: 'The server does not answer',
  offlineDetail: 'Check that Stet is running, then try again.',
  problem: 'Something went wrong',
  waitAndRetry: 'The server is busy. Wait a moment and try again.',
  waitSeconds: (seconds) => `The server is busy. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  tooLarge: 'This is larger than the server accepts. Divide it, or ask whoever runs the server to raise the limit.',
  underWay: 'Something else is still being done with this. Wait until it has ended, then try again.',
  searchSources: 'Search your sources',
  search: 'Search',
  searchResults: 'Search results',
  hits: (count) => (count === 0 ? 'Nothing found.' : count === 1 ? '1 passage' : `${count} passages, best first`),
  grade: { high: 'fits well', medium: 'fits partly', low: 'fits little' },
  back: 'Back',
  readNamed: (name) => `Read ${name}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page, pages) => `p. ${page} of ${pages}`,
  exportChat: 'Save this conversation',
  exportAs: (format) => `Save this conversation as ${format}`,
  addNote: 'Add a checked note',
  noteHint: 'What a person has verified about this passage. It is kept with the passage.',
  removeNote: 'Remove the note',
  change: 'Change',
  save: 'Save',
  networkLost: 'The connection was lost and could not be restored. What was written is kept on the server.',
  dismiss: 'Dismiss',
  legend: 'What the marks mean',
  deleted: (name) => `${name} deleted`,
  deleteNamed: (name) => `Delete ${name}`,
  retryNamed: (name) => `Try ${name} again`,
};

const ko: Messages = {
  draft: DRAFT_MESSAGES.ko,
  tagline: '확인할 수 있는 답변',
  skip: '질문으로 건너뛰기',
  skipToPage: '본문으로 건너뛰기',
  pageLinks: '화면',
  pageName: { ask: '질문', write: '쓰기', verify: '검증', rules: '규칙', charts: '통계' },
  pageFailed: '화면을 불러오지 못했습니다.',
  beginDraft: '초안 쓰기',
  beginDraftText: '질문하면서 글을 씁니다. 답변은 출처 각주와 함께 글에 넣을 수 있고, 제안은 무엇이 바뀌는지에 따라 나뉘어 나옵니다.',
  newChat: '새 대화',
  newShort: '새 대화',
  untitled: '제목 없음',
  conversations: '대화',
  noConversations: '아직 질문이 없습니다.',
  sources: '출처 문서',
  noSources: '아직 문서가 없습니다.',
  pinNamed: (name) => `${name} 고정: 고정한 문서에만 질문`,
  unpinNamed: (name) => `${name} 고정 풀기`,
  askingOnly: (count) => `고정한 문서 ${count}개에만 질문`,
  askAll: '모두에 질문',
  addFiles: '파일 추가',
  dropHere: '여기에 놓으면 추가됩니다',
  dropHint: '또는 이 화면 아무 곳에나 끌어다 놓으세요',
  formats: 'TXT, Markdown, PDF, HTML, DOCX, PPTX, XLSX, HWPX, HWP, …',
  noPdf: 'PDFium이 설치되어 있지 않아 PDF 파일을 읽을 수 없습니다(pip install pypdfium2).',
  menu: '대화와 출처 문서',
  close: '닫기',
  language: '언어',
  themeName: { system: '화면: 시스템 설정', light: '화면: 밝게', dark: '화면: 어둡게' },
  ask: '질문하기',
  askLabel: '질문',
  askPlaceholder: '문서에 대해 물어보세요…',
  askHint: 'Enter로 보내고 Shift + Enter로 줄을 바꿉니다',
  welcome: '문서에는 뭐라고 쓰여 있을까요?',
  welcomeText: '질문해 보세요. 답변의 모든 문장을 작성과 동시에 문서와 대조합니다.',
  welcomeEmpty: '먼저 문서를 추가하세요. 질문하면 답변의 모든 문장이 문서와 대조되는 과정을 볼 수 있습니다.',
  stop: '중지',
  stopping: '중지하는 중…',
  regenerate: '다시 답변',
  retry: '다시 시도',
  remove: '삭제',
  confirm: '정말 삭제할까요?',
  copy: '복사',
  copied: '복사됨',
  you: '질문',
  answer: '답변',
  writing: '작성하고 확인하는 중…',
  finished: '답변이 완료되었습니다.',
  reconnecting: '연결이 끊겨 다시 연결하는 중…',
  extracts: '모델이 설정되지 않아 문서에서 그대로 인용해 답합니다.',
  putByStet: 'Stet이 붙인 인용',
  judgeOff: (name, languages) =>
    `${name}은(는) ${languages.map((one) => (one === 'ko' ? '한국어' : '영어')).join('와 ')} 판정 시험을 통과하지 못해 그 언어는 단어만으로 판정합니다.`,
  stillReading: (count) => `문서 ${count}개를 아직 읽는 중이라 답변에 쓰지 못합니다.`,
  nothingToAsk: '읽은 문서가 없어 답변할 근거가 없습니다. 먼저 파일을 추가하세요.',
  askLater: '문서를 아직 읽는 중입니다. 준비되면 다시 질문하세요.',
  stopped: '답변을 중지했습니다. 작성된 부분은 확인을 마쳤습니다.',
  failed: '답변이 중간에 끊겼습니다. 작성된 부분은 확인을 마쳤습니다.',
  stoppedEmpty: '답변이 시작되기 전에 중지했습니다.',
  failedEmpty: '답변을 쓰지 못했습니다.',
  warnings: '주의할 점',
  notes: '이 답변에 대하여',
  keyPoints: '핵심',
  pictures: '인용한 출처의 그림',
  picture: (number, page) => `출처 ${number}의 그림${page === null ? '' : `, ${page}쪽`}`,
  entities: '표, 그림, 삽입 문서',
  byPerson: (numbers) => `사람이 확인한 출처: ${numbers}`,
  hallucination: '뒷받침되지 않은 주장',
  attempts: (count) => `${count}번 씀`,
  answerGrade: '평가',
  superseded: '새 답변으로 대체되었습니다',
  showSuperseded: '이전 시도 보기',
  steps: '진행 단계',
  step: {
    route: '질문 파악',
    plan: '계획',
    retrieve: '검색',
    generate: '작성',
    check: '확인',
    answerGrade: '평가',
    web: '웹 검색',
  },
  stepState: { running: '진행 중', done: '완료', skipped: '건너뜀' },
  badge: {
    pending: '확인 중',
    verified: '확인됨',
    partial: '일부 확인됨',
    unverified: '확인되지 않음',
    no_sources: '출처 없음',
    direct: '대화',
  },
  badgeMeaning: {
    pending: '아직 확인하고 있습니다.',
    verified: '모든 주장이 인용한 출처로 뒷받침됩니다.',
    partial: '일부 주장만 인용한 출처로 뒷받침됩니다.',
    unverified: '확인된 주장이 없거나 확인 과정이 실패했습니다.',
    no_sources: '문서에서 이 질문과 관련된 내용을 찾지 못했습니다.',
    direct: '주장한 것이 없어 확인할 것도 없습니다.',
  },
  quotations: '인용',
  quotationsMeaning: '문서의 문장을 그대로 옮긴 것입니다.',
  status: {
    judging: '확인 중',
    supported: '근거 있음',
    unsupported: '근거 없음',
    uncertain: '불확실',
    unknown_source: '알 수 없는 출처',
    uncited: '인용 없음',
    not_a_claim: '주장 아님',
  },
  statusMeaning: {
    judging: '이 문장을 인용한 구절과 대조하고 있습니다.',
    supported: '인용한 구절에 이 내용이 있습니다.',
    unsupported: '인용한 구절에 이 내용이 없습니다.',
    uncertain: '단어만으로는 구절이 이 내용을 말하는지 판단할 수 없습니다.',
    unknown_source: '이 답변에 없는 출처를 인용했습니다.',
    uncited: '주장이지만 출처를 밝히지 않았습니다.',
    not_a_claim: '출처가 필요한 주장이 아닙니다.',
  },
  sourceStatus: {
    queued: '대기 중',
    extracting: '읽는 중',
    chunking: '나누는 중',
    embedding: '색인하는 중',
    ready: '준비됨',
    failed: '실패',
  },
  uploading: '올리는 중',
  duplicate: '이미 있음',
  page: (page) => `${page}쪽`,
  pages: (pages) => `${pages}쪽`,
  passages: (count) => `구절 ${count}개`,
  version: (version, date) => `버전 ${version}, ${date}`,
  versionsOf: (name) => `${name}의 이전 버전`,
  staysSearched: (version) => `버전 ${version}을(를) 계속 검색합니다.`,
  recognisedPages: (pages) => `문자 인식 ${pages}쪽`,
  enriching: (done, total) => `모델이 맥락과 번역을 쓰는 중${total > 0 ? `(구절 ${total}개 중 ${done}개)` : ''}, 그동안에도 검색됩니다`,
  unreadPages: (pages) => `스캔한 ${pages}쪽을 읽지 못했습니다. Tesseract(tesseract-ocr, tesseract-ocr-kor)를 설치한 뒤 다시 올려 주세요`,
  recognised: '스캔한 쪽에서 인식한 글입니다(OCR). 원래 쪽과 견주어 보세요',
  ocr: '문자 인식',
  mayAnswer: '이 대목이 답일 수 있습니다.',
  supersededPassage: (version) => `버전 ${version}의 글입니다. 지금은 새 버전을 검색합니다`,
  citation: (number, source) => `인용 ${number}: ${source}. 구절 보기`,
  sentence: '문장',
  score: '일치도',
  reason: '이유',
  decidedBy: '판정한 방법',
  deciders: { words: '낱말 대조', meaning: '뜻 대조(서버의 모델)', model: '판정 모델', translation: '모델이 옮긴 번역과 낱말 대조' },
  veto: '결정적 근거',
  vetoes: {
    number: '숫자, 날짜 또는 금액이 출처와 다릅니다',
    quotation: '인용문이 출처에 없습니다',
    negation: '긍정과 부정이 서로 다릅니다',
    direction: '방향이 반대이거나 서로 뒤바뀐 부분이 있습니다 (증가와 감소, 누가 무엇을, 그리고와 또는)',
  },
  issues: '확인 결과',
  writtenBy: '작성',
  quoted: '모델 없이 문서에서 인용',
  removed: '삭제된 인용',
  removedFrom: '여기서 삭제됨',
  evidence: '근거',
  openEvidence: '출처에서 보기',
  passage: '구절',
  reference: '규정',
  openArticle: '조문 보기',
  referenceOnly: {
    found: '조문으로 이어집니다.',
    completed: '다 적지 않았지만 뜻할 수 있는 조문이 하나뿐입니다.',
    named: '문서에 있는 규정이며 조문은 적지 않았습니다.',
    quoted: '답변의 출처에서 언급할 뿐이며, 그 규정 자체는 문서에 없습니다.',
    repealed: '삭제된 조문입니다.',
  },
  articleGone: '이 조문이 더는 문서에 없습니다. 아래는 답변에 쓰인 내용입니다.',
  articleChanged: '이 조문은 그 뒤에 내용이 바뀌었습니다. 답변에 쓰인 내용은 다음과 같습니다.',
  passageGone: '지워진 출처입니다. 답변을 확인할 때의 내용은 다음과 같습니다.',
  sourcesGone: (files) => `이 답변을 확인한 뒤에 지워진 출처: ${files.join(', ')}. 이 출처의 인용은 확인할 때의 내용을 보여 줍니다.`,
  articleInSource: '문서에서 보기',
  supplementary: '부칙',
  wholePage: (page) => `${page}쪽 전체 보기`,
  onlyPassage: '구절만 보기',
  drawPage: '원본 쪽 보기',
  pageDrawn: (page) => `인용한 글을 표시한 원본 ${page}쪽`,
  note: '사람이 확인한 내용',
  report: '이 답변을 확인한 방법',
  confidence: '신뢰도',
  accuracyRate: '정확한 인용',
  counts: '문장',
  log: '모든 인용',
  accurate: '정확',
  inaccurate: '부정확',
  unclear: '불확실',
  statement: '문장',
  verdict: '판정',
  source: '출처',
  cited: '인용한 출처',
  otherSources: (count) => `그 밖에 읽은 구절 ${count}개`,
  criteria: '지켜지지 않은 기준',
  loading: '불러오는 중…',
  keyTitle: '이 서버에는 키가 필요합니다',
  keyText: '서버 운영자에게 문의하세요. 키는 이 탭을 닫을 때까지만 보관됩니다.',
  keyLabel: '키',
  keyUse: '이 키 사용',
  keyRefused: '서버가 이 키를 받지 않았습니다. 잘못 적은 곳이 없는지 보고 다시 시도하세요.',
  keyMissing: '이 서버에는 키가 필요합니다. 키가 없으면 아무것도 볼 수 없습니다.',
  cancel: '취소',
  offline: '서버가 응답하지 않습니다',
  offlineDetail: 'Stet이 실행 중인지 확인한 뒤 다시 시도하세요.',
  problem: '문제가 생겼습니다',
  waitAndRetry: '서버가 바쁩니다. 잠시 뒤 다시 시도하세요.',
  waitSeconds: (seconds) => `서버가 바쁩니다. ${seconds}초 뒤에 다시 시도하세요.`,
  tooLarge: '서버가 받는 크기보다 큽니다. 나누어 올리거나 서버 운영자에게 한도를 늘려 달라고 하세요.',
  underWay: '다른 작업이 아직 진행 중입니다. 끝난 뒤에 다시 시도하세요.',
  searchSources: '문서에서 찾기',
  search: '찾기',
  searchResults: '찾은 결과',
  hits: (count) => (count === 0 ? '찾은 구절이 없습니다.' : `구절 ${count}개, 관련 높은 순`),
  grade: { high: '잘 맞음', medium: '일부 맞음', low: '거의 안 맞음' },
  back: '뒤로',
  readNamed: (name) => `${name} 읽기`,
  previousPage: '이전 쪽',
  nextPage: '다음 쪽',
  pageOf: (page, pages) => `${pages}쪽 중 ${page}쪽`,
  exportChat: '이 대화 저장',
  exportAs: (format) => `이 대화를 ${format} 파일로 저장`,
  addNote: '확인한 내용 적기',
  noteHint: '이 구절에 대해 사람이 확인한 내용입니다. 구절과 함께 보관됩니다.',
  removeNote: '내용 지우기',
  change: '고치기',
  save: '저장',
  networkLost: '연결이 끊겨 복구하지 못했습니다. 작성된 내용은 서버에 남아 있습니다.',
  dismiss: '닫기',
  legend: '표시의 뜻',
  deleted: (name) => `${name} 삭제됨`,
  deleteNamed: (name) => `${name} 삭제`,
  retryNamed: (name) => `${name} 다시 시도`,
};

export const MESSAGES: Record<Language, Messages> = { en, ko };

/** Words without a letter of Hangul from which on a question is in English; fewer may be a name or an abbreviation. */
const ENGLISH_WORDS = 3;

/** The language that a question is asked in, as the server tells it; null where it has too few words to tell. */
export function languageOf(question: string): Language | null {
  const hangul = question.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const others = question.match(/\p{Letter}/gu)?.length ?? 0;
  if (hangul > 0 && hangul * 4 >= others - hangul) return 'ko';
  const words = question.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  return words >= ENGLISH_WORDS ? 'en' : null;
}

/** The first of the reader's languages that the interface speaks; English when none is. */
export function preferredLanguage(languages: readonly string[]): Language {
  for (const language of languages) {
    if (/^ko\b/i.test(language)) return 'ko';
    if (/^en\b/i.test(language)) return 'en';
  }
  return 'en';
}
