/** The words of what stands around the text of a draft in Korean: what came in, what was found, what is copied. */
import type { desk as en } from '../en/desk';

export const desk: typeof en = {
  inserted: '넣은 글을 본문에 표시했습니다.',
  loose: (count) => `확인된 문장 ${count}개는 넣지 않았습니다. 가리키는 말이 확인되지 않은 문장에 있습니다.`,
  back: '대화로 돌아가기',
  nothing: '넣은 문장이 없습니다. 확인된 문장 가운데 홀로 설 수 있는 것이 없습니다. ‘표시하고 모두 넣기’는 전부 넣습니다.',
  waits: '확인이 끝나는 대로 커서가 있던 자리에 넣습니다. 다시 누르면 넣지 않습니다.',
  broken: '답변이 중간에 끊겨 넣지 않았습니다.',
  closed: '넣으려던 초안이 닫혀 넣지 않았습니다.',
  findings: '검사에서 찾은 곳',
  found: (count) => (count === 0 ? '찾은 곳이 없습니다' : `${count}곳`),
  spelling: '맞춤법',
  more: (count) => `외 ${count}곳`,
  held: (count) => `제안이 열려 있는 ${count}곳은 그대로 둡니다.`,
  fixAll: (count) => (count === 1 ? '고치기' : `${count}곳 모두 고치기`),
  closeFindings: '목록 닫기',
  copyMarkdown: 'Markdown으로 복사',
  copied: 'Markdown으로 복사했습니다.',
};
