// What the plugin says, in the language of Obsidian.

import { moment } from 'obsidian';

export const language: 'ko' | 'en' = (window.localStorage.getItem('language') ?? moment.locale()).startsWith('ko') ? 'ko' : 'en';

const said = {
  check: ['이 노트를 내 출처와 대조하기', 'Check this note against my sources'],
  clear: ['표시한 밑줄 지우기', 'Remove the marks of the check'],
  ask: ['출처에 질문하고 답을 여기에 넣기', 'Ask my sources, and insert the answer here'],
  addNote: ['이 노트를 출처로 보내기', 'Send this note as a source'],
  addFolder: ['폴더를 출처로 보내기…', 'Send a folder as sources…'],
  findings: ['Stet: 대조 결과', 'Stet: what the check found'],
  none: ['아직 대조한 노트가 없습니다.', 'No note has been checked yet.'],
  checking: ['출처와 대조하는 중…', 'Checking against the sources…'],
  asking: ['출처에서 답을 찾는 중…', 'Asking the sources…'],
  question: ['출처에서 무엇을 알고 싶으세요?', 'What do you want to know of your sources?'],
  open: ['출처에서 보기', 'Open the passage'],
  empty: ['노트에 대조할 글이 없습니다.', 'The note holds nothing to check.'],
  gone: ['그 문장은 그사이 바뀌었습니다. 다시 대조하세요.', 'That sentence has been changed since. Check the note again.'],
  needsKey: ['서버가 키를 요구합니다. 설정 → Stet에서 넣으세요.', 'The server asks for a key. Set it in Settings → Stet.'],
  server: ['서버 주소', 'Address of the server'],
  serverIs: ['실행 중인 stet serve의 주소', 'Where `stet serve` runs'],
  key: ['키', 'Key'],
  keyIs: ['서버에 키가 있을 때만. 이 보관함의 plugins/stet/data.json에 그대로 저장됩니다.', 'Only where the server has one. Kept as it is in plugins/stet/data.json of this vault.'],
} as const;

export const say = (what: keyof typeof said): string => said[what][language === 'ko' ? 0 : 1];

/** Sentences with something in them. */
export const told = {
  found: (found: number, checked: number, supported: number): string =>
    language === 'ko' ? `주장 ${checked}개: 확인됨 ${supported}개, 살펴볼 문장 ${found}개` : `${checked} claims: ${supported} supported, ${found} to look at`,
  replace: (by: string): string => (language === 'ko' ? `출처의 값 “${by}” 넣기` : `Take over “${by}” from the source`),
  sent: (count: number, known: number): string =>
    language === 'ko' ? `${count}개를 출처로 보냈습니다(그대로인 것 ${known}개).` : `Sent ${count} as sources (${known} unchanged).`,
  sending: (name: string): string => (language === 'ko' ? `보내는 중: ${name}` : `Sending ${name}`),
  nobody: (address: string): string =>
    language === 'ko'
      ? `${address}에서 아무도 답하지 않습니다. 그 컴퓨터에서 ‘stet serve’를 시작하거나 설정에서 주소를 고치세요.`
      : `Nobody answers at ${address}. Start “stet serve” there, or change the address in the settings.`,
};
