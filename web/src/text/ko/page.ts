/** The words of a page of a source in Korean. */
import type { page as en } from '../en/page';

export const page: typeof en = {
  tools: '쪽과 크기',
  frame: '쪽의 내용',
  smaller: '작게',
  larger: '크게',
  fit: '너비에 맞추기',
  words: '글로 보기',
  looks: '모습 그대로 보기',
  undrawn: '이 쪽의 모습을 그리지 못해 글로 보여 줍니다.',
  unopened: '이 파일의 모습을 그리지 못해 글로 보여 줍니다.',
  tooLarge: '이 파일은 너무 커서 모습을 그리지 못해 글로 보여 줍니다.',
  lost: '파일의 모습에서 이 구절을 찾지 못해 글로 보여 줍니다.',
  onlyWords: '이런 파일은 쪽의 모습 대신 글을 문단과 표로 나누어 보여 줍니다.',
};
