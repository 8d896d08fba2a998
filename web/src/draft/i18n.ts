/** The words of the writing pane in Korean and English. */
import type { SaveState } from './notice';
import type { Category, PatchStatus } from './wire';
import { PANEL_MESSAGES, type PanelMessages } from './words';

export interface DraftMessages extends PanelMessages {
  drafts: string;
  none: string;
  create: string;
  createShort: string;
  untitled: string;
  pane: string;
  title: string;
  text: string;
  close: string;
  closeAsk: string;
  skipToText: string;
  download: string;
  loading: string;
  save: Record<SaveState, string>;
  unkept: string;
  words: (count: number) => string;
  characters: (count: number, letters: number) => string;
  sentences: (count: number) => string;
  focus: string;
  insertAnswer: string;
  insertSentence: string;
  insertSupported: string;
  insertAll: string;
  insertAllHint: string;
  insertDoubtful: string;
  revise: string;
  revising: string;
  stopRevising: string;
  instruction: string;
  instructionHint: string;
  wholeDraft: string;
  selection: string;
  patches: string;
  keys: string;
  category: Record<Category, string>;
  categoryMeaning: Record<Category, string>;
  acceptAll: (category: string) => string;
  accept: string;
  reject: string;
  undo: string;
  /** Of a conflict: what the writer has stays, or the suggestion takes its place. */
  keepNow: string;
  useAfter: string;
  inserted: string;
  deleted: string;
  moved: string;
  before: string;
  after: string;
  now: string;
  conflict: string;
  noPlace: string;
  reasons: string;
  gates: string;
  rules: string;
  verdict: string;
  verdicts: Record<string, string>;
  risk: string;
  status: Record<PatchStatus, string>;
  decided: (count: number) => string;
  conflictsLeft: (count: number) => string;
  changedMeanwhile: string;
  nothingToChange: string;
  theirsTitle: string;
  theirsText: string;
  mine: string;
  theirs: string;
  keepMine: string;
  takeTheirs: string;
  keepBoth: string;
  myCopy: (title: string) => string;
}

const en: DraftMessages = {
  ...PANEL_MESSAGES.en,
  drafts: 'Drafts',
  none: 'Nothing written yet.',
  create: 'New draft',
  createShort: 'New',
  untitled: 'Untitled draft',
  pane: 'Writing',
  title: 'Title',
  text: 'Text of the draft, in Markdown',
  close: 'Close the draft',
  closeAsk: 'Close the conversation',
  skipToText: 'Skip to the text',
  download: 'Save as a Markdown file',
  loading: 'Loading the editor…',
  save: {
    saved: 'Saved',
    dirty: 'Not saved yet',
    saving: 'Saving…',
    offline: 'No connection: kept in this browser, sent when the server is back',
    refused: 'Not saved',
    conflict: 'Changed elsewhere',
    gone: 'Deleted elsewhere',
  },
  unkept: 'The storage of this browser is full, so no copy is kept. Go on writing, but do not close the page before the draft is saved, or save the text as a file.',
  words: (count) => (count === 1 ? '1 word' : `${count} words`),
  characters: (count, letters) => `${count} characters, ${letters} without spaces`,
  sentences: (count) => (count === 1 ? '1 sentence' : `${count} sentences`),
  focus: 'Only the text',
  insertAnswer: 'Insert into the draft',
  insertSentence: 'Insert this sentence into the draft',
  insertSupported: 'Insert what is supported into the draft',
  insertAll: 'Insert all, marked',
  insertAllHint: 'Also what is not supported, each such sentence with a footnote that says so',
  insertDoubtful: 'Insert all the same, marked',
  revise: 'Revise',
  revising: 'Revising…',
  stopRevising: 'Stop revising',
  instruction: 'What to revise',
  instructionHint: 'e.g. make it shorter',
  wholeDraft: 'whole draft',
  selection: 'selection',
  patches: 'Suggestions',
  keys: 'In the text: Alt + ↑ ↓ next, previous · Alt + A accept · Alt + X reject · Ctrl + Z takes it back. Here also j, k, a, x, u.',
  category: { CORE: 'Content', EXPRESSION: 'Expression', DETAIL: 'Form' },
  categoryMeaning: {
    CORE: 'changes what the text says',
    EXPRESSION: 'changes how it says it',
    DETAIL: 'spelling, spacing, punctuation',
  },
  acceptAll: (category) => `Accept all: ${category}`,
  accept: 'Accept',
  reject: 'Reject',
  undo: 'Undo',
  keepNow: 'Keep what is there',
  useAfter: 'Use the suggestion',
  inserted: 'insert',
  deleted: 'delete',
  moved: 'move',
  before: 'Was',
  after: 'Becomes',
  now: 'Is now',
  conflict: 'You have changed this place since. Nothing is applied until you decide.',
  noPlace: 'The words that this was about are no longer there.',
  reasons: 'Why',
  gates: 'Checks',
  rules: 'Rules',
  verdict: 'Sources',
  verdicts: { supported: 'supported', unsupported: 'not supported', uncertain: 'uncertain', no_source: 'no source' },
  risk: 'Risk',
  status: {
    streaming: 'being written',
    pending: 'open',
    accepted: 'accepted',
    rejected: 'rejected',
    conflict: 'in conflict',
    superseded: 'replaced',
  },
  decided: (count) => `Decided: ${count}`,
  conflictsLeft: (count) =>
    count === 1 ? '1 suggestion was not applied, because its place has changed.' : `${count} suggestions were not applied, because their places have changed.`,
  changedMeanwhile: 'The draft has changed meanwhile. Look again and decide.',
  nothingToChange: 'Nothing to change.',
  theirsTitle: 'This draft was changed elsewhere',
  theirsText: 'Both texts are kept until you choose.',
  mine: 'Yours, here',
  theirs: 'On the server',
  keepMine: 'Keep mine',
  takeTheirs: 'Take the other',
  keepBoth: 'Keep both',
  myCopy: (title) => `${title} (my copy)`,
};

const ko: DraftMessages = {
  ...PANEL_MESSAGES.ko,
  drafts: '초안',
  none: '아직 쓴 글이 없습니다.',
  create: '새 초안',
  createShort: '새 초안',
  untitled: '제목 없는 초안',
  pane: '글쓰기',
  title: '제목',
  text: '초안의 글 (Markdown)',
  close: '초안 닫기',
  closeAsk: '대화 닫기',
  skipToText: '글로 건너뛰기',
  download: 'Markdown 파일로 저장',
  loading: '편집기를 불러오는 중…',
  save: {
    saved: '저장됨',
    dirty: '아직 저장 전',
    saving: '저장하는 중…',
    offline: '연결 끊김: 이 브라우저에 보관했다가 다시 연결되면 보냅니다',
    refused: '저장되지 않음',
    conflict: '다른 곳에서 바뀜',
    gone: '다른 곳에서 삭제됨',
  },
  unkept: '브라우저 저장 공간이 가득 차서 사본을 보관하지 못합니다. 계속 쓰되, 저장되기 전에는 화면을 닫지 말거나 글을 파일로 저장하세요.',
  words: (count) => `단어 ${count}개`,
  characters: (count, letters) => `${count}자, 공백 제외 ${letters}자`,
  sentences: (count) => `문장 ${count}개`,
  focus: '글만 보기',
  insertAnswer: '초안에 넣기',
  insertSentence: '이 문장을 초안에 넣기',
  insertSupported: '확인된 문장을 초안에 넣기',
  insertAll: '표시하고 모두 넣기',
  insertAllHint: '확인되지 않은 문장도 넣되, 그렇다는 각주를 답니다',
  insertDoubtful: '표시하고 넣기',
  revise: '다듬기',
  revising: '다듬는 중…',
  stopRevising: '다듬기 중지',
  instruction: '어떻게 다듬을까요',
  instructionHint: '예: 더 짧게, 맞춤법 고치기',
  wholeDraft: '글 전체',
  selection: '선택한 부분',
  patches: '제안',
  keys: '글 안에서: Alt + ↑ ↓ 이전·다음 · Alt + A 수락 · Alt + X 거절 · Ctrl + Z 되돌리기. 여기서는 j, k, a, x, u도 씁니다.',
  category: { CORE: '내용', EXPRESSION: '표현', DETAIL: '형식' },
  categoryMeaning: {
    CORE: '글의 뜻이 바뀝니다',
    EXPRESSION: '말하는 방식이 바뀝니다',
    DETAIL: '맞춤법, 띄어쓰기, 문장 부호',
  },
  acceptAll: (category) => `${category} 모두 수락`,
  accept: '수락',
  reject: '거절',
  undo: '되돌리기',
  keepNow: '지금 글 유지',
  useAfter: '제안 사용',
  inserted: '넣기',
  deleted: '지우기',
  moved: '옮기기',
  before: '원래',
  after: '제안',
  now: '지금',
  conflict: '그사이 이 부분을 고치셨습니다. 결정하기 전에는 아무것도 바뀌지 않습니다.',
  noPlace: '이 제안이 가리키던 글이 이제 없습니다.',
  reasons: '이유',
  gates: '검사',
  rules: '규칙',
  verdict: '출처',
  verdicts: { supported: '근거 있음', unsupported: '근거 없음', uncertain: '불확실', no_source: '출처 없음' },
  risk: '위험도',
  status: {
    streaming: '작성 중',
    pending: '미결정',
    accepted: '수락됨',
    rejected: '거절됨',
    conflict: '충돌',
    superseded: '대체됨',
  },
  decided: (count) => `결정한 제안 ${count}개`,
  conflictsLeft: (count) => `제안 ${count}개는 그 부분의 글이 바뀌어 적용하지 않았습니다.`,
  changedMeanwhile: '그사이 초안이 바뀌었습니다. 다시 보고 결정하세요.',
  nothingToChange: '고칠 것이 없습니다.',
  theirsTitle: '이 초안이 다른 곳에서 바뀌었습니다',
  theirsText: '고르실 때까지 두 글을 모두 보관합니다.',
  mine: '여기서 쓴 글',
  theirs: '서버의 글',
  keepMine: '내 글로 저장',
  takeTheirs: '서버의 글 사용',
  keepBoth: '둘 다 보관',
  myCopy: (title) => `${title} (내 사본)`,
};

export const DRAFT_MESSAGES: Record<'ko' | 'en', DraftMessages> = { en, ko };
