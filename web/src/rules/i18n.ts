/** The words of the rules page in Korean and English. */
import type { ReferenceFault, Rule } from '../generated/api';
import type { Language } from '../i18n';

export interface RulesMessages {
  title: string;
  lead: string;
  packs: string;
  none: string;
  newPack: string;
  newName: string;
  importFile: string;
  importHint: string;
  examples: string;
  examplesHint: string;
  addExample: (name: string) => string;
  added: string;
  rules: (count: number) => string;
  version: (version: number) => string;
  active: string;
  activeNamed: (name: string) => string;
  activeHint: string;
  open: (name: string) => string;
  refused: (name: string) => string;
  warned: (name: string) => string;
  back: string;
  gone: string;
  packName: string;
  category: string;
  level: string;
  save: string;
  saving: string;
  saved: string;
  unsaved: string;
  revert: string;
  exportJson: string;
  problems: (count: number) => string;
  ruleList: string;
  addRule: string;
  filterRules: string;
  noneMatch: string;
  id: string;
  kind: string;
  kinds: Record<Rule['kind'], string>;
  text: string;
  textHint: string;
  pattern: string;
  patternHint: Record<Rule['kind'], string>;
  propose: string;
  replacement: string;
  replacementHint: string;
  severity: string;
  severities: Record<Rule['severity'], string>;
  pinned: string;
  pinnedHint: string;
  link: string;
  check: string;
  checkHint: string;
  removeRule: (id: string) => string;
  doExamples: string;
  dontExamples: string;
  pitfalls: string;
  perLine: string;
  tryOut: string;
  tryHint: string;
  tryText: string;
  useDraft: string;
  run: string;
  saveAndRun: string;
  noFinding: string;
  notChecked: (count: number) => string;
  findings: (count: number) => string;
  finding: (number: number) => string;
  whole: string;
  instead: (words: string) => string;
  takeOut: string;
  showRule: (id: string) => string;
  versions: string;
  present: string;
  restore: (version: number) => string;
  restored: (version: number) => string;
  references: {
    title: string;
    hint: string;
    faults: Record<ReferenceFault, string>;
    times: (count: number) => string;
    accept: string;
    acceptNamed: (words: string) => string;
    accepted: string;
    forget: string;
    forgetNamed: (words: string) => string;
  };
}

const en: RulesMessages = {
  title: 'Rules',
  lead: 'Your rules for writing. Active packs go with every revision and every question; what breaks a rule is marked.',
  packs: 'Packs',
  none: 'No packs yet. Begin with an example, import your own, or write a new one.',
  newPack: 'New pack',
  newName: 'My rules',
  importFile: 'Import a file',
  importHint: 'JSON, YAML, or a Vale style folder as ZIP',
  examples: 'Packs that come with Stet',
  examplesHint: 'A copy is yours to change.',
  addExample: (name) => `Add ${name}`,
  added: 'Added',
  rules: (count) => (count === 1 ? '1 rule' : `${count} rules`),
  version: (version) => `version ${version}`,
  active: 'Active',
  activeNamed: (name) => `${name} is active`,
  activeHint: 'Used for revisions and answers',
  open: (name) => `Edit ${name}`,
  refused: (name) => `${name} was not imported`,
  warned: (name) => `${name} was imported, but not all of it was read`,
  back: 'All packs',
  gone: 'There is no such pack; it may have been deleted.',
  packName: 'Name',
  category: 'Category',
  level: 'Level',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  unsaved: 'Not saved yet',
  revert: 'Discard changes',
  exportJson: 'Export as JSON',
  problems: (count) => (count === 1 ? 'Not saved: 1 thing cannot be used' : `Not saved: ${count} things cannot be used`),
  ruleList: 'Rules',
  addRule: 'Add a rule',
  filterRules: 'Find a rule',
  noneMatch: 'No rule has these words.',
  id: 'Id',
  kind: 'Kind',
  kinds: { must: 'Must', must_not: 'Must not', prefer: 'Prefer' },
  text: 'Rule in words',
  textHint: 'What a writer, and the model, should do',
  pattern: 'Pattern',
  patternHint: {
    must: 'Regular expression of what every text needs',
    must_not: 'Regular expression of what breaks the rule',
    prefer: 'Regular expression of what breaks the rule',
  },
  propose: 'Propose a replacement',
  replacement: 'Replacement',
  replacementHint: 'In place of a match; $1 is the first group. Empty takes the match out.',
  severity: 'Severity',
  severities: { suggestion: 'Suggestion', warning: 'Warning', error: 'Error' },
  pinned: 'Pinned',
  pinnedHint: 'Stands before the other rules when there is little room',
  link: 'Link',
  check: 'Check',
  checkHint: 'From a Vale style; it is kept as it is.',
  removeRule: (id) => `Delete rule ${id}`,
  doExamples: 'Write like this',
  dontExamples: 'Not like this',
  pitfalls: 'Common pitfalls',
  perLine: 'One a line',
  tryOut: 'Try it out',
  tryHint: 'Checks a text against this pack. Nothing is changed.',
  tryText: 'Text to check',
  useDraft: 'Take the open draft',
  run: 'Check',
  saveAndRun: 'Save and check',
  noFinding: 'Nothing in this text breaks a rule.',
  notChecked: (count) => `${count === 1 ? 'One rule was' : `${count} rules were`} not checked:`,
  findings: (count) => (count === 1 ? '1 finding' : `${count} findings`),
  finding: (number) => `Finding ${number}`,
  whole: 'whole text',
  instead: (words) => `Instead: ${words}`,
  takeOut: 'Take it out',
  showRule: (id) => `Show rule ${id}`,
  versions: 'Earlier versions',
  present: 'present',
  restore: (version) => `Take the rules of version ${version}`,
  restored: (version) => `The rules of version ${version} are here. Save to keep them.`,
  references: {
    title: 'References taken out of answers',
    hint: 'References to regulations that could not be verified in the last 30 days. What you declare to be right is shown from now on.',
    faults: { unknown: 'Leads nowhere', repealed: 'The article was repealed', unsupported: 'The article does not say it' },
    times: (count) => (count === 1 ? 'once' : `${count} times`),
    accept: 'It is right',
    acceptNamed: (words) => `${words}: It is right`,
    accepted: 'Declared to be right',
    forget: 'Take back',
    forgetNamed: (words) => `${words}: Take back`,
  },
};

const ko: RulesMessages = {
  title: '규칙',
  lead: '글쓰기 규칙입니다. 켜 둔 묶음은 모든 수정과 질문에 쓰이고, 규칙에 어긋난 곳이 표시됩니다.',
  packs: '규칙 묶음',
  none: '아직 규칙 묶음이 없습니다. 예시로 시작하거나, 파일을 가져오거나, 새로 만드세요.',
  newPack: '새 묶음',
  newName: '내 규칙',
  importFile: '파일 가져오기',
  importHint: 'JSON, YAML, 또는 Vale 스타일 폴더의 ZIP',
  examples: 'Stet과 함께 오는 묶음',
  examplesHint: '복사본을 자유롭게 고칠 수 있습니다.',
  addExample: (name) => `${name} 추가`,
  added: '추가됨',
  rules: (count) => `규칙 ${count}개`,
  version: (version) => `${version}판`,
  active: '사용',
  activeNamed: (name) => `${name} 사용`,
  activeHint: '수정과 답변에 쓰입니다',
  open: (name) => `${name} 고치기`,
  refused: (name) => `${name} 파일을 가져오지 못했습니다`,
  warned: (name) => `${name} 파일을 가져왔지만 읽지 않은 곳이 있습니다`,
  back: '모든 묶음',
  gone: '이 묶음이 없습니다. 삭제되었을 수 있습니다.',
  packName: '이름',
  category: '분류',
  level: '수준',
  save: '저장',
  saving: '저장하는 중…',
  saved: '저장됨',
  unsaved: '아직 저장되지 않음',
  revert: '변경 취소',
  exportJson: 'JSON으로 내보내기',
  problems: (count) => `저장되지 않았습니다. 쓸 수 없는 곳이 ${count}군데 있습니다`,
  ruleList: '규칙',
  addRule: '규칙 추가',
  filterRules: '규칙 찾기',
  noneMatch: '이 말이 든 규칙이 없습니다.',
  id: '이름표',
  kind: '종류',
  kinds: { must: '반드시', must_not: '금지', prefer: '권장' },
  text: '규칙 설명',
  textHint: '쓰는 사람과 모델이 지킬 내용',
  pattern: '패턴',
  patternHint: {
    must: '모든 글에 있어야 할 것의 정규식',
    must_not: '규칙에 어긋나는 것의 정규식',
    prefer: '규칙에 어긋나는 것의 정규식',
  },
  propose: '바꿀 말 제안',
  replacement: '바꿀 말',
  replacementHint: '찾은 말 대신 넣습니다. $1은 첫째 묶음입니다. 비워 두면 지웁니다.',
  severity: '심각도',
  severities: { suggestion: '제안', warning: '경고', error: '오류' },
  pinned: '고정',
  pinnedHint: '자리가 모자랄 때도 먼저 들어갑니다',
  link: '링크',
  check: '검사',
  checkHint: 'Vale 스타일에서 온 검사이며 그대로 둡니다.',
  removeRule: (id) => `규칙 ${id} 삭제`,
  doExamples: '이렇게 쓰기',
  dontExamples: '이렇게 쓰지 않기',
  pitfalls: '흔한 실수',
  perLine: '한 줄에 하나씩',
  tryOut: '시험해 보기',
  tryHint: '글을 이 묶음에 비추어 봅니다. 글은 바뀌지 않습니다.',
  tryText: '시험할 글',
  useDraft: '열린 초안 가져오기',
  run: '확인',
  saveAndRun: '저장하고 확인',
  noFinding: '규칙에 어긋난 곳이 없습니다.',
  notChecked: (count) => `규칙 ${count}개는 확인하지 못했습니다.`,
  findings: (count) => `${count}군데 찾음`,
  finding: (number) => `결과 ${number}`,
  whole: '글 전체',
  instead: (words) => `바꿀 말: ${words}`,
  takeOut: '지우기',
  showRule: (id) => `규칙 ${id} 보기`,
  versions: '이전 판',
  present: '현재',
  restore: (version) => `${version}판의 규칙 가져오기`,
  restored: (version) => `${version}판의 규칙을 가져왔습니다. 저장하면 유지됩니다.`,
  references: {
    title: '답변에서 뺀 규정 인용',
    hint: '지난 30일 동안 확인되지 않아 뺀 인용입니다. 맞는다고 표시하면 앞으로는 그대로 보입니다.',
    faults: { unknown: '찾을 수 없는 조문', repealed: '삭제된 조문', unsupported: '그 조문에 없는 내용' },
    times: (count) => `${count}번`,
    accept: '맞습니다',
    acceptNamed: (words) => `${words}: 맞습니다`,
    accepted: '맞는다고 표시함',
    forget: '되돌리기',
    forgetNamed: (words) => `${words}: 되돌리기`,
  },
};

export const RULES_MESSAGES: Record<Language, RulesMessages> = { en, ko };
