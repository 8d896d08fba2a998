/** The words of the page of charts in Korean and English. */
import type { Language } from '../i18n';

export interface ChartsMessages {
  title: string;
  lead: string;
  range: string;
  days: (days: number) => string;
  empty: string;
  table: string;
  answers: string;
  judged: string;
  removed: string;
  rate: string;
  overTime: string;
  overTimeLabel: (days: number, rate: string) => string;
  point: (date: string, rate: string, judged: number) => string;
  noneJudged: string;
  badges: string;
  bySource: string;
  bySourceHint: (shown: number, all: number) => string;
  noSources: string;
  latency: string;
  latencyHint: string;
  noLatency: string;
  spread: Record<'firstTokenMs' | 'verdictMs' | 'totalMs', string>;
  half: string;
  most: string;
  count: string;
  patches: string;
  noPatches: string;
  category: string;
  proposed: string;
  accepted: string;
  rejected: string;
  pending: string;
  conflict: string;
  superseded: string;
  acceptance: string;
  date: string;
  supported: string;
  unsupported: string;
  uncertain: string;
}

const en: ChartsMessages = {
  title: 'Charts',
  lead: 'How answers and suggestions have fared.',
  range: 'Time',
  days: (days) => (days === 365 ? '1 year' : `${days} days`),
  empty: 'Nothing was asked or revised in this time.',
  table: 'As a table',
  answers: 'Answers',
  judged: 'Judged citations',
  removed: 'Removed citations',
  rate: 'Accuracy rate',
  overTime: 'Accuracy rate over time',
  overTimeLabel: (days, rate) => `Accuracy rate of citations, day by day over ${days} days; ${rate} in all`,
  point: (date, rate, judged) => `${date}: ${rate} of ${judged} citations accurate`,
  noneJudged: 'No citation was judged in this time.',
  badges: 'Answers by badge',
  bySource: 'Verdicts by source',
  bySourceHint: (shown, all) => (shown < all ? `The ${shown} most cited of ${all}; the table has all` : ''),
  noSources: 'No source was cited in this time.',
  latency: 'Latency',
  latencyHint: 'Half of all were at least as fast as the dark bar, 95 of 100 as the whole one.',
  noLatency: 'Nothing was measured in this time.',
  spread: { firstTokenMs: 'Question to first word', verdictMs: 'End of a sentence to its verdict', totalMs: 'Question to end' },
  half: 'Half within',
  most: '95 % within',
  count: 'Number',
  patches: 'Suggestions by category',
  noPatches: 'Nothing was suggested in this time.',
  category: 'Category',
  proposed: 'Proposed',
  accepted: 'Accepted',
  rejected: 'Rejected',
  pending: 'Open',
  conflict: 'In conflict',
  superseded: 'Superseded',
  acceptance: 'Accepted of decided',
  date: 'Date',
  supported: 'Supported',
  unsupported: 'Not supported',
  uncertain: 'Uncertain',
};

const ko: ChartsMessages = {
  title: '통계',
  lead: '답변과 제안이 어떻게 되었는지 봅니다.',
  range: '기간',
  days: (days) => (days === 365 ? '1년' : `${days}일`),
  empty: '이 기간에는 질문도 수정도 없었습니다.',
  table: '표로 보기',
  answers: '답변',
  judged: '판정한 인용',
  removed: '삭제된 인용',
  rate: '정확도',
  overTime: '날짜별 정확도',
  overTimeLabel: (days, rate) => `${days}일 동안의 날짜별 인용 정확도, 전체 ${rate}`,
  point: (date, rate, judged) => `${date}: 인용 ${judged}개 가운데 ${rate} 정확`,
  noneJudged: '이 기간에는 판정한 인용이 없습니다.',
  badges: '표시별 답변',
  bySource: '출처별 판정',
  bySourceHint: (shown, all) => (shown < all ? `${all}개 가운데 많이 인용된 ${shown}개이며, 표에는 모두 있습니다` : ''),
  noSources: '이 기간에는 인용된 출처가 없습니다.',
  latency: '걸린 시간',
  latencyHint: '절반은 진한 막대만큼, 100번 가운데 95번은 전체 막대만큼 안에 끝났습니다.',
  noLatency: '이 기간에는 잰 시간이 없습니다.',
  spread: { firstTokenMs: '질문에서 첫 낱말까지', verdictMs: '문장 끝에서 판정까지', totalMs: '질문에서 끝까지' },
  half: '절반 이내',
  most: '95 % 이내',
  count: '횟수',
  patches: '갈래별 제안',
  noPatches: '이 기간에는 제안이 없었습니다.',
  category: '갈래',
  proposed: '제안',
  accepted: '받아들임',
  rejected: '물리침',
  pending: '남음',
  conflict: '충돌',
  superseded: '대체됨',
  acceptance: '정한 것 가운데 받아들임',
  date: '날짜',
  supported: '근거 있음',
  unsupported: '근거 없음',
  uncertain: '불확실',
};

export const CHARTS_MESSAGES: Record<Language, ChartsMessages> = { en, ko };
