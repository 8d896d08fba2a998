/** The words of what goes in and out, in Korean. */
import type { inout as en } from '../en/inout';
import { particle } from './particle';

export const inout: typeof en = {
  out: '다른 형식으로 저장…',
  docx: 'Word (.docx)',
  docxHint: '미결정 제안은 변경 내용으로',
  odt: 'OpenDocument (.odt)',
  html: '웹 페이지 (.html)',
  markdown: 'Markdown (.md)',
  print: '인쇄 또는 PDF로 저장',
  open: '파일을 초안으로 열기 (DOCX, ODT, HTML, Markdown)',
  openShort: '파일 열기',
  opening: (name) => `‘${name}’ 여는 중…`,
  opened: (title) => `‘${title}’${particle(title, '을')} 초안으로 열었습니다.`,
  changes: '파일의 변경 내용은 제안으로 남아 있습니다.',
  pictures: (count) => `그림 ${count}개는 가져오지 못했습니다.`,
  comments: (count) => `메모 ${count}개가 본문 옆에 있습니다.`,
  loose: (count) => `붙일 자리가 없는 메모 ${count}개:`,
  anew: '처음의 파일에 되넣지 않고 새로 만든 파일입니다. 머리말, 구역, 서식은 없습니다.',
  tooLong: '붙여 넣기에는 너무 깁니다. 파일로 저장한 뒤 초안으로 열어 주세요.',
  plain: '글자만 붙여 넣었습니다. 구조를 읽는 서버가 응답하지 않았습니다.',
};
