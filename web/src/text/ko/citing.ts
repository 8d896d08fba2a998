/** 키로 인용하는 문헌의 말. */
import type { citing as en } from '../en/citing';

export const citing: typeof en = {
  title: '참고 문헌',
  add: '들여오기',
  addHint: '문헌 들여오기: BibTeX(.bib), CSL-JSON(.json)',
  none: '.bib이나 CSL-JSON 파일을 들여온 뒤 [@키]로 인용하세요.',
  search: '참고 문헌에서 찾기',
  more: (count: number) => `${count}건 더 있습니다. 찾아 보세요.`,
  cite: (key: string) => `커서 자리에 ${key} 인용하기`,
  remove: (key: string) => `참고 문헌에서 ${key} 지우기`,
  confirm: '지울까요?',
  came: (added: number, replaced: number, unchanged: number) => `새로 ${added}건, 바뀐 것 ${replaced}건, 그대로 ${unchanged}건입니다.`,
  bad: (count: number) => `${count}건은 그대로 들어오지 못했습니다.`,
  line: (line: number) => `${line}번째 줄`,
  choose: '문헌 인용하기',
  nothing: '그런 말이 든 문헌이 없습니다.',
  style: '인용 양식',
  styles: {
    apa: 'APA',
    'chicago-author-date': '시카고(저자-연도)',
    'chicago-notes': '시카고(각주)',
    ieee: 'IEEE',
    mla: 'MLA',
    vancouver: '밴쿠버',
    korean: '한국어 저자-연도',
  },
  count: (count: number) => `문헌 ${count}건을 인용했고 끝에 목록을 붙입니다.`,
  unknown: (keys: string) => `참고 문헌에 없어 그대로 둡니다: ${keys}`,
  markdown: 'Markdown(인용을 양식대로)',
  copy: '인용을 양식대로 복사',
  copied: '인용을 양식대로 바꿔 복사했습니다.',
};
