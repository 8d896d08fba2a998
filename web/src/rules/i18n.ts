/** The words of the rules page in Korean and English. */
import type { Rule } from '../generated/api';
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
  noCategory: string;
  noLevel: string;
  /** Name and meaning. */
  levels: Record<string, readonly [string, string]>;
  subjects: Record<string, readonly [string, string]>;
  kindMeaning: Record<Rule['kind'], string>;
  severityMeaning: Record<Rule['severity'], string>;
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
  noCategory: 'none',
  noLevel: 'not said',
  levels: {
    basic: ['Basic', 'Every text is held to it.'],
    intermediate: ['Intermediate', 'For texts that others rely on: reports, letters, notices.'],
    advanced: ['Advanced', 'For one field, by those who know it.'],
  },
  subjects: {
    style: ['Style', 'How sentences are built and words are chosen.'],
    'official-writing': ['Official writing', 'Forms of authorities: letters, notices, numbering.'],
    terminology: ['Terms', 'Which word is used for which thing.'],
    law: ['Law', 'Contracts, rules and references to them.'],
    citation: ['Citation', 'How sources are named and quoted.'],
  },
  kindMeaning: { must: 'Every text needs it.', must_not: 'No text may have it.', prefer: 'Another way is better.' },
  severityMeaning: { suggestion: 'Marked grey: the writer may look at it.', warning: 'Marked amber: the writer should look at it.', error: 'Marked red: the text is not done with it.' },
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
  noCategory: '없음',
  noLevel: '정하지 않음',
  levels: {
    basic: ['기본', '모든 글이 지킵니다.'],
    intermediate: ['중급', '보고서·편지·안내문처럼 남이 믿고 쓰는 글에 씁니다.'],
    advanced: ['고급', '한 분야를 아는 사람이 그 분야의 글에 씁니다.'],
  },
  subjects: {
    style: ['문체', '문장을 짓고 낱말을 고르는 법'],
    'official-writing': ['공문서', '공문·안내문의 형식과 번호 매기기'],
    terminology: ['용어', '무엇을 어떤 말로 부를지'],
    law: ['법', '계약과 규정, 그것을 가리키는 말'],
    citation: ['인용', '출처를 밝히고 옮기는 법'],
  },
  kindMeaning: { must: '모든 글에 있어야 합니다.', must_not: '어느 글에도 있으면 안 됩니다.', prefer: '다르게 쓰는 편이 낫습니다.' },
  severityMeaning: { suggestion: '회색 표시: 살펴볼 만한 곳', warning: '주황색 표시: 살펴봐야 할 곳', error: '붉은색 표시: 고쳐야 끝나는 곳' },
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
};

export const RULES_MESSAGES: Record<Language, RulesMessages> = { en, ko };
