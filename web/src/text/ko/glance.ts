/** The words of a source at a glance in Korean. */
import type { glance as English } from '../en/glance';

export const glance: typeof English = {
  outline: '차례',
  noOutline: '이 문서에는 제목이 없습니다.',
  cut: '앞쪽이나 위 단계의 제목만 보입니다.',
  says: { head: '이렇게 시작합니다', model: '이런 내용입니다' },
  questions: '이 문서가 답하는 질문',
  noQuestions: '모델 없이 확실히 답할 수 있는 질문을 찾지 못했습니다. 직접 물어보세요.',
  summarise: '요약하기',
  ask: '이 문서를 요약해 주세요.',
};
