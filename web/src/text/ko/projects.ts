/** The words of projects in Korean. */
import type { projects as en } from '../en/projects';

export const projects: typeof en = {
  project: '프로젝트',
  all: '모두',
  none: '프로젝트 없음',
  choose: '프로젝트 고르기',
  find: '이름으로 찾기',
  found: '찾은 것',
  nothing: '그런 이름을 가진 것이 없습니다.',
  make: '새 프로젝트',
  name: '프로젝트 이름',
  create: '만들기',
  rename: '이름 바꾸기',
  save: '저장',
  archive: '보관하기',
  unarchive: '보관 풀기',
  archived: '보관함',
  remove: '프로젝트 지우기',
  removeAsk: '지울까요? 안에 있던 것은 남습니다.',
  counts: (sources, drafts, chats) => `출처 ${sources}개, 초안 ${drafts}개, 대화 ${chats}개`,
  kinds: { source: '출처', draft: '초안', chat: '대화' },
  moveTo: '속할 프로젝트',
  moveHint: '프로젝트 안에서 물으면 그 프로젝트의 출처에서 찾습니다.',
  share: '링크로 공유…',
  workspace: (name) => `작업 공간: ${name}`,
  close: '닫기',
};
