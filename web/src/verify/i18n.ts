/** The words of the verification page in Korean and English. */
import type { LogEntry } from '../generated/api';
import type { Language } from '../i18n';

export interface VerifyMessages {
  title: string;
  lead: string;
  modes: string;
  modeText: string;
  modeQuestion: string;
  text: string;
  textHint: string;
  openFile: string;
  useDraft: string;
  tooLong: (name: string) => string;
  question: string;
  questionHint: string;
  against: string;
  all: string;
  allHint: string;
  chosen: string;
  chosenHint: string;
  noReady: string;
  own: string;
  ownHint: string;
  ownTitle: (number: number) => string;
  ownText: (number: number) => string;
  addOwn: string;
  removeOwn: (number: number) => string;
  depth: string;
  quick: string;
  quickHint: string;
  full: string;
  fullHint: string;
  fullNoModel: string;
  requireCitations: string;
  run: string;
  running: string;
  stop: string;
  report: string;
  accurate: string;
  inaccurate: string;
  uncertain: string;
  verdict: Record<LogEntry['status'], string>;
  citations: string;
  share: (accurate: number, inaccurate: number, uncertain: number) => string;
  none: string;
  sentences: string;
  showAll: string;
  onlyState: (state: string, count: number) => string;
  lookUp: string;
  lookingUp: string;
  lookedUp: (found: number, of: number) => string;
  foundIn: (place: string) => string;
  couldCite: (number: number, title: string) => string;
  notFound: string;
  openSource: (number: number, title: string) => string;
  corrected: string;
  original: string;
  copyCorrected: string;
  toDraft: string;
  exportAs: (format: string) => string;
  took: (milliseconds: number) => string;
  answers: string;
  answersHint: string;
  autoReport: string;
  autoReportHint: string;
  strict: string;
  strictHint: string;
}

const en: VerifyMessages = {
  title: 'Verify',
  lead: 'Check a text of yours, or an answer as a whole, against your sources.',
  modes: 'What to check',
  modeText: 'A text',
  modeQuestion: 'An answer',
  text: 'Text',
  textHint: '[1] cites the first source',
  openFile: 'Open a text file',
  useDraft: 'Take the open draft',
  tooLong: (name) => `${name} is too large to be checked at once; divide it.`,
  question: 'Question',
  questionHint: 'The answer is written, checked as a whole, and shown as it was before and after the check.',
  against: 'Check against',
  all: 'All sources',
  allHint: 'The passages that fit best are looked up. [1] is the best of them.',
  chosen: 'Chosen sources',
  chosenHint: 'The number of a source is the one that the text cites.',
  noReady: 'No source is ready yet. Add documents at the side.',
  own: 'Text given here',
  ownHint: 'Nothing is stored.',
  ownTitle: (number) => `Title of source ${number}`,
  ownText: (number) => `Text of source ${number}`,
  addOwn: 'Another source',
  removeOwn: (number) => `Remove source ${number}`,
  depth: 'How thoroughly',
  quick: 'Quick',
  quickHint: 'By words: numbers, quotations, negations, similarity',
  full: 'Full',
  fullHint: 'What words leave open is asked of the model',
  fullNoModel: 'No model is configured: the full check is the quick one.',
  requireCitations: 'Every claim needs a citation',
  run: 'Check',
  running: 'Checking…',
  stop: 'Stop',
  report: 'Report',
  accurate: 'Accurate',
  inaccurate: 'Inaccurate',
  uncertain: 'Uncertain',
  verdict: { accurate: 'Accurate', inaccurate: 'Inaccurate', uncertain: 'Uncertain', not_a_claim: 'Not a claim' },
  citations: 'Citations by verdict',
  share: (accurate, inaccurate, uncertain) => `${accurate} accurate, ${inaccurate} inaccurate, ${uncertain} uncertain`,
  none: 'No citation was judged.',
  sentences: 'Sentence by sentence',
  showAll: 'All',
  onlyState: (state, count) => `${state} ${count}`,
  lookUp: 'Find sources for sentences without a citation',
  lookingUp: 'Looking…',
  lookedUp: (found, of) => `A source was found for ${found} of ${of} sentences.`,
  foundIn: (place) => `Said in ${place}`,
  couldCite: (number, title) => `Could cite [${number}] ${title}`,
  notFound: 'No passage was found that says this.',
  openSource: (number, title) => `Citation ${number}: ${title}. Show in the source`,
  corrected: 'The text after the check',
  original: 'The answer before the check',
  copyCorrected: 'Copy',
  toDraft: 'Open as a draft',
  exportAs: (format) => `Export as ${format}`,
  took: (milliseconds) => `Checked in ${milliseconds} ms`,
  answers: 'Checking of answers',
  answersHint: 'Every answer is checked while it is written. Here you choose how much of it you see. Both hold for every question from now on.',
  autoReport: 'Show the report after every answer',
  autoReportHint: 'The report opens beside the conversation as soon as the last sentence is judged.',
  strict: 'Strict: show a sentence only when it has been judged',
  strictHint: 'Words come later, sentence by sentence, and no verdict changes before your eyes. When a model is configured, its verdict is waited for.',
};

const ko: VerifyMessages = {
  title: '검증',
  lead: '직접 쓴 글이나 답변 전체를 출처 문서와 대조합니다.',
  modes: '무엇을 검증할까요',
  modeText: '글',
  modeQuestion: '답변',
  text: '글',
  textHint: '[1]은 첫째 출처를 인용합니다',
  openFile: '텍스트 파일 열기',
  useDraft: '열린 초안 가져오기',
  tooLong: (name) => `${name} 파일은 한 번에 검증하기에 너무 큽니다. 나누어 주세요.`,
  question: '질문',
  questionHint: '답변을 쓰고 통째로 검증해, 검증 전과 후를 함께 보여 줍니다.',
  against: '무엇과 대조할까요',
  all: '모든 출처 문서',
  allHint: '글에 가장 맞는 구절을 찾습니다. [1]은 그 가운데 첫째입니다.',
  chosen: '고른 문서',
  chosenHint: '문서의 번호가 글에서 인용하는 번호입니다.',
  noReady: '아직 준비된 문서가 없습니다. 옆에서 문서를 추가하세요.',
  own: '여기에 적은 글',
  ownHint: '저장되지 않습니다.',
  ownTitle: (number) => `출처 ${number}의 제목`,
  ownText: (number) => `출처 ${number}의 글`,
  addOwn: '출처 더하기',
  removeOwn: (number) => `출처 ${number} 빼기`,
  depth: '얼마나 자세히 볼까요',
  quick: '빠르게',
  quickHint: '낱말로만 봅니다: 숫자, 인용문, 부정, 비슷한 정도',
  full: '자세히',
  fullHint: '낱말로 정할 수 없는 것은 모델에 묻습니다',
  fullNoModel: '모델이 설정되지 않아 빠른 검증과 같습니다.',
  requireCitations: '모든 주장에 인용이 필요합니다',
  run: '검증',
  running: '검증하는 중…',
  stop: '중지',
  report: '검증 보고서',
  accurate: '정확',
  inaccurate: '부정확',
  uncertain: '불확실',
  verdict: { accurate: '정확', inaccurate: '부정확', uncertain: '불확실', not_a_claim: '주장 아님' },
  citations: '판정별 인용',
  share: (accurate, inaccurate, uncertain) => `정확 ${accurate}, 부정확 ${inaccurate}, 불확실 ${uncertain}`,
  none: '판정한 인용이 없습니다.',
  sentences: '문장별 결과',
  showAll: '모두',
  onlyState: (state, count) => `${state} ${count}개`,
  lookUp: '인용이 없는 문장의 출처 찾기',
  lookingUp: '찾는 중…',
  lookedUp: (found, of) => `${of}개 문장 가운데 ${found}개의 출처를 찾았습니다.`,
  foundIn: (place) => `${place}에 있음`,
  couldCite: (number, title) => `붙일 수 있는 인용: [${number}] ${title}`,
  notFound: '이 내용이 있는 구절을 찾지 못했습니다.',
  openSource: (number, title) => `인용 ${number}: ${title}. 출처에서 보기`,
  corrected: '검증을 마친 글',
  original: '검증 전의 답변',
  copyCorrected: '복사',
  toDraft: '초안으로 열기',
  exportAs: (format) => `${format} 파일로 내보내기`,
  took: (milliseconds) => `${milliseconds}ms 걸림`,
  answers: '답변 검증',
  answersHint: '모든 답변은 쓰는 동안 검증됩니다. 여기서는 어디까지 볼지 고릅니다. 앞으로의 모든 질문에 적용됩니다.',
  autoReport: '답변이 끝나면 보고서 보이기',
  autoReportHint: '마지막 문장의 판정이 나면 대화 옆에 보고서가 열립니다.',
  strict: '엄격하게: 판정이 난 문장만 보이기',
  strictHint: '글이 문장 단위로 조금 늦게 나오고, 보는 동안 판정이 바뀌지 않습니다. 모델이 설정되어 있으면 모델의 판정까지 기다립니다.',
};

export const VERIFY_MESSAGES: Record<Language, VerifyMessages> = { en, ko };
