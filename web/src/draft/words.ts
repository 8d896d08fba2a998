/** The words of the panels of writing, in Korean and English: history, revising, and what else opens beside the text. */

export interface PanelMessages {
  check: {
    title: string;
    running: string;
    nothing: string;
    result: (supported: number, open: number) => string;
  };
  dispute: {
    you: string;
    source: string;
    open: string;
    keep: string;
    use: (value: string) => string;
  };
  history: {
    title: string;
    close: string;
    versions: string;
    decisions: string;
    none: string;
    noDecisions: string;
    cause: Record<string, string>;
    states: (count: number) => string;
    version: (revision: number) => string;
    current: string;
    comparedWithNow: string;
    sameAsNow: string;
    skippedLines: (count: number) => string;
    choose: string;
    restore: string;
    restored: (revision: number) => string;
    undo: string;
    decision: Record<string, string>;
    who: Record<string, string>;
    older: string;
    loading: string;
    restoredFrom: (revision: number) => string;
    removed: string;
    added: string;
    compareWith: string;
    now: string;
    betweenTitle: (from: number, to: number) => string;
    between: (from: number, to: number, changed: number, added: number, removed: number) => string;
    sameSentences: (count: number) => string;
    kinds: Record<'changed' | 'added' | 'removed', string>;
  };
  options: {
    title: string;
    range: string;
    selectionOf: (words: number) => string;
    whole: string;
    categories: string;
    oneCategory: string;
    onlyCategories: (names: string) => string;
    packs: string;
    noPacks: string;
    packsHint: string;
    packCount: (count: number) => string;
    instructions: string;
    noInstructions: string;
    use: (name: string) => string;
    save: string;
    saveAs: string;
    rename: (name: string) => string;
    name: string;
    remove: (name: string) => string;
    done: string;
    exportAll: string;
    importFile: string;
    imported: (count: number) => string;
    notKept: string;
  };
  find: {
    title: string;
    close: string;
    words: string;
    other: string;
    next: string;
    previous: string;
    replace: string;
    replaceAll: string;
    case: string;
    whole: string;
    pattern: string;
    none: string;
    broken: string;
    place: (current: number, count: string) => string;
    replaced: (count: number) => string;
  };
  trouble: {
    advice: Record<'tooLarge' | 'again' | 'kept', string>;
    interrupted: string;
    underway: string;
    unreachable: string;
    updated: string;
    elsewhere: string;
    goneTitle: string;
    goneText: string;
    keepGone: string;
    discard: string;
    recovered: (count: number) => string;
    keepRecovered: string;
    discardRecovered: string;
    offlineList: string;
    unsent: string;
    download: string;
  };
  hint: {
    severity: Record<'error' | 'warning' | 'suggestion', string>;
    replace: (words: string) => string;
    remove: string;
    ignore: string;
    note: (label: string) => string;
    noNote: string;
    link: string;
    open: string;
    count: (count: number) => string;
    next: string;
  };
  tools: {
    title: string;
    name: Record<'bold' | 'italic' | 'strike' | 'code' | 'heading' | 'bullet' | 'ordered' | 'task' | 'quote' | 'link' | 'footnote' | 'undo' | 'redo', string>;
  };
}

const en: PanelMessages = {
  check: {
    title: 'Check against the sources',
    running: 'Checking…',
    nothing: 'No sentence cites a source: there is nothing to check.',
    result: (supported, open) => `${supported} supported · ${open === 0 ? 'nothing to look at' : `${open} to look at`}`,
  },
  dispute: {
    you: 'You',
    source: 'Source',
    open: 'Open',
    keep: 'Keep',
    use: (value) => `Use “${value}”`,
  },
  history: {
    title: 'History',
    close: 'Close the history',
    versions: 'Versions',
    decisions: 'Decisions',
    none: 'There are no versions yet.',
    noDecisions: 'No suggestion has been decided yet.',
    cause: { create: 'Created', edit: 'Written', accept: 'Suggestion accepted', undo: 'Decision taken back', restore: 'Restored', stage: 'Suggestions', revise: 'Revised' },
    states: (count) => `${count} saved states`,
    version: (revision) => `Version ${revision}`,
    current: 'now',
    comparedWithNow: 'What going back would change: struck out goes, marked comes back.',
    sameAsNow: 'This is the text as it is now.',
    skippedLines: (count) => (count === 1 ? '1 line the same' : `${count} lines the same`),
    choose: 'Choose a version to see what has changed since.',
    restore: 'Go back to this version',
    restored: (revision) => `The text is that of version ${revision} again. What was there before is in the history.`,
    undo: 'Undo',
    decision: { accept: 'accepted', accepted: 'accepted', reject: 'rejected', rejected: 'rejected', undo: 'taken back', undone: 'taken back' },
    who: { writer: 'Writer' },
    older: 'Older versions',
    loading: 'Loading…',
    restoredFrom: (revision) => `Back to version ${revision}`,
    removed: 'goes',
    added: 'comes back',
    compareWith: 'Compare with',
    now: 'the text as it is now',
    betweenTitle: (from, to) => `From version ${from} to version ${to}`,
    between: (from, to, changed, added, removed) => `From version ${from} to ${to}: ${changed + added + removed === 0 ? 'no sentence differs' : `${changed} changed, ${added} added, ${removed} removed`}`,
    sameSentences: (count) => (count === 1 ? '1 sentence the same' : `${count} sentences the same`),
    kinds: { changed: 'changed', added: 'added', removed: 'removed' },
  },
  options: {
    title: 'What to revise and by which rules',
    range: 'Text',
    selectionOf: (words) => (words === 1 ? 'Selection, 1 word' : `Selection, ${words} words`),
    whole: 'Whole draft',
    categories: 'Suggestions about',
    oneCategory: 'At least one kind is needed.',
    onlyCategories: (names) => `only: ${names}`,
    packs: 'Rules',
    noPacks: 'There are no rule packs.',
    packsHint: 'This draft keeps the choice.',
    packCount: (count) => (count === 1 ? '1 rule pack' : `${count} rule packs`),
    instructions: 'Saved instructions',
    noInstructions: 'Write an instruction below, then save it here.',
    use: (name) => `Use: ${name}`,
    save: 'Save the instruction',
    saveAs: 'Name of the instruction',
    rename: (name) => `Rename ${name}`,
    name: 'Name',
    remove: (name) => `Delete ${name}`,
    done: 'Done',
    exportAll: 'Save as a file',
    importFile: 'Read a file',
    imported: (count) => (count === 1 ? '1 instruction read.' : `${count} instructions read.`),
    notKept: 'This browser does not keep them. Save them as a file.',
  },
  find: {
    title: 'Find and replace',
    close: 'Close find and replace',
    words: 'Find',
    other: 'Replace with',
    next: 'Next match',
    previous: 'Previous match',
    replace: 'Replace',
    replaceAll: 'Replace all',
    case: 'Match case',
    whole: 'Whole words',
    pattern: 'Regular expression',
    none: 'Not found',
    broken: 'Not a pattern',
    place: (current, count) => `${current} of ${count}`,
    replaced: (count) => `${count} replaced`,
  },
  trouble: {
    advice: {
      tooLarge: 'Shorten the text or move a part of it into a new draft; until then it is kept in this browser.',
      again: 'The text is kept in this browser and sent again by itself.',
      kept: 'The text is kept in this browser.',
    },
    underway: 'A revision of this draft is still being written. Its suggestions appear here when it is done.',
    interrupted: 'The connection broke while suggestions were being written. Those that the server has are fetched when it answers again.',
    unreachable: 'The server does not answer. Your text is kept here; suggestions and decisions need the server.',
    updated: 'This draft was saved in another tab; its text was taken over.',
    elsewhere: 'This draft is open in another tab too. If you write in both, you are shown both texts before either is replaced.',
    goneTitle: 'This draft was deleted elsewhere',
    goneText: 'What you wrote is still here. It is lost only if you discard it.',
    keepGone: 'Keep it as a new draft',
    discard: 'Discard',
    recovered: (count) => (count === 1 ? 'A text of this draft was left unsaved in a tab that is closed.' : `${count} texts of this draft were left unsaved in tabs that are closed.`),
    keepRecovered: 'Keep as a draft of its own',
    discardRecovered: 'Discard',
    offlineList: 'The server does not answer. These drafts can be written in all the same; what you write is sent later.',
    unsent: 'not sent yet',
    download: 'Save the text as a file',
  },
  hint: {
    severity: { error: 'A rule is broken', warning: 'Against a rule', suggestion: 'A rule suggests' },
    replace: (words) => `Write “${words}”`,
    remove: 'Take it out',
    ignore: 'Ignore',
    note: (label) => `Footnote ${label}`,
    noNote: 'This footnote has no text yet.',
    link: 'Link',
    open: 'Ctrl or ⌘ and click opens it.',
    count: (count) => (count === 1 ? '1 place against a rule' : `${count} places against rules`),
    next: 'Next place (F8); explain it: Ctrl+.',
  },
  tools: {
    title: 'Tools',
    name: {
      bold: 'Bold',
      italic: 'Italic',
      strike: 'Struck out',
      code: 'Code',
      heading: 'Heading',
      bullet: 'List',
      ordered: 'Numbered list',
      task: 'Tasks',
      quote: 'Quotation',
      link: 'Link',
      footnote: 'Footnote',
      undo: 'Undo typing',
      redo: 'Redo typing',
    },
  },
};

const ko: PanelMessages = {
  check: {
    title: '출처와 대조',
    running: '확인하는 중…',
    nothing: '출처를 인용한 문장이 없어 확인할 것이 없습니다.',
    result: (supported, open) => `확인됨 ${supported}개 · ${open === 0 ? '살펴볼 문장 없음' : `살펴볼 문장 ${open}개`}`,
  },
  dispute: {
    you: '내 글',
    source: '출처',
    open: '열기',
    keep: '그대로 두기',
    use: (value) => `‘${value}’로 고치기`,
  },
  history: {
    title: '이력',
    close: '이력 닫기',
    versions: '판',
    decisions: '결정 기록',
    none: '아직 저장된 판이 없습니다.',
    noDecisions: '아직 결정한 제안이 없습니다.',
    cause: { create: '만듦', edit: '씀', accept: '제안 수락', undo: '결정 되돌림', restore: '되살림', stage: '제안', revise: '다듬음' },
    states: (count) => `저장 ${count}회`,
    version: (revision) => `${revision}판`,
    current: '지금',
    comparedWithNow: '되돌아가면 바뀌는 곳: 줄 그은 글은 사라지고 칠한 글은 돌아옵니다.',
    sameAsNow: '지금의 글과 같습니다.',
    skippedLines: (count) => `같은 줄 ${count}개`,
    choose: '판을 고르면 그 뒤로 바뀐 곳을 보여 드립니다.',
    restore: '이 판으로 되돌아가기',
    restored: (revision) => `${revision}판의 글로 되돌렸습니다. 그 전의 글은 이력에 남아 있습니다.`,
    undo: '실행 취소',
    decision: { accept: '수락', accepted: '수락', reject: '거절', rejected: '거절', undo: '되돌림', undone: '되돌림' },
    who: { writer: '작성자' },
    older: '더 오래된 판',
    loading: '불러오는 중…',
    restoredFrom: (revision) => `${revision}판으로 되돌아감`,
    removed: '사라짐',
    added: '돌아옴',
    compareWith: '비교할 판',
    now: '지금의 글',
    betweenTitle: (from, to) => `${from}판에서 ${to}판까지`,
    between: (from, to, changed, added, removed) => `${from}판에서 ${to}판까지: ${changed + added + removed === 0 ? '다른 문장 없음' : `고친 문장 ${changed}개, 더한 문장 ${added}개, 뺀 문장 ${removed}개`}`,
    sameSentences: (count) => `같은 문장 ${count}개`,
    kinds: { changed: '고침', added: '더함', removed: '뺌' },
  },
  options: {
    title: '다듬을 범위와 규칙',
    range: '범위',
    selectionOf: (words) => `선택한 부분, 단어 ${words}개`,
    whole: '글 전체',
    categories: '제안 종류',
    oneCategory: '적어도 한 가지는 골라야 합니다.',
    onlyCategories: (names) => `${names}만`,
    packs: '규칙',
    noPacks: '규칙 묶음이 없습니다.',
    packsHint: '고른 규칙은 이 초안에 저장됩니다.',
    packCount: (count) => `규칙 묶음 ${count}개`,
    instructions: '저장한 지시',
    noInstructions: '아래에 지시를 쓰고 여기에 저장하세요.',
    use: (name) => `사용: ${name}`,
    save: '지시 저장',
    saveAs: '지시의 이름',
    rename: (name) => `${name} 이름 바꾸기`,
    name: '이름',
    remove: (name) => `${name} 삭제`,
    done: '완료',
    exportAll: '파일로 저장',
    importFile: '파일 읽기',
    imported: (count) => `지시 ${count}개를 읽었습니다.`,
    notKept: '이 브라우저에 보관되지 않습니다. 파일로 저장하세요.',
  },
  find: {
    title: '찾기와 바꾸기',
    close: '찾기 닫기',
    words: '찾을 글',
    other: '바꿀 글',
    next: '다음 찾기',
    previous: '이전 찾기',
    replace: '바꾸기',
    replaceAll: '모두 바꾸기',
    case: '대소문자 구분',
    whole: '낱말 전체',
    pattern: '정규식',
    none: '없음',
    broken: '잘못된 정규식',
    place: (current, count) => `${count}개 중 ${current}`,
    replaced: (count) => `${count}개 바꿈`,
  },
  trouble: {
    advice: {
      tooLarge: '글을 줄이거나 일부를 새 초안으로 옮기세요. 그때까지 이 브라우저에 보관합니다.',
      again: '글은 이 브라우저에 보관하며 저절로 다시 보냅니다.',
      kept: '글은 이 브라우저에 보관합니다.',
    },
    underway: '이 초안을 고치는 제안을 아직 쓰고 있습니다. 다 쓰면 여기에 나타납니다.',
    interrupted: '제안을 쓰는 중에 연결이 끊겼습니다. 서버가 다시 응답하면 남아 있는 제안을 가져옵니다.',
    unreachable: '서버가 응답하지 않습니다. 글은 여기에 보관하지만 제안과 결정에는 서버가 필요합니다.',
    updated: '다른 탭에서 저장한 글로 바뀌었습니다.',
    elsewhere: '이 초안이 다른 탭에도 열려 있습니다. 두 곳에서 쓰면 어느 쪽도 덮어쓰기 전에 두 글을 보여 드립니다.',
    goneTitle: '이 초안이 다른 곳에서 삭제되었습니다',
    goneText: '쓰신 글은 아직 여기 있습니다. 버리기를 고르지 않으면 사라지지 않습니다.',
    keepGone: '새 초안으로 보관',
    discard: '버리기',
    recovered: (count) => `닫힌 탭에 저장되지 않은 이 초안의 글이 ${count}개 남아 있습니다.`,
    keepRecovered: '따로 초안으로 보관',
    discardRecovered: '버리기',
    offlineList: '서버가 응답하지 않습니다. 아래 초안은 그대로 쓸 수 있고 쓴 글은 나중에 보냅니다.',
    unsent: '아직 보내지 않음',
    download: '글을 파일로 저장',
  },
  hint: {
    severity: { error: '규칙 위반', warning: '규칙에 어긋남', suggestion: '규칙의 제안' },
    replace: (words) => `“${words}”(으)로 바꾸기`,
    remove: '지우기',
    ignore: '무시',
    note: (label) => `각주 ${label}`,
    noNote: '이 각주에는 아직 글이 없습니다.',
    link: '링크',
    open: 'Ctrl 또는 ⌘을 누르고 클릭하면 열립니다.',
    count: (count) => `규칙에 어긋난 곳 ${count}개`,
    next: '다음 곳 (F8), 설명: Ctrl+.',
  },
  tools: {
    title: '도구',
    name: {
      bold: '굵게',
      italic: '기울임',
      strike: '취소선',
      code: '코드',
      heading: '제목 단계',
      bullet: '목록',
      ordered: '번호 목록',
      task: '할 일',
      quote: '인용',
      link: '링크',
      footnote: '각주',
      undo: '입력 취소',
      redo: '다시 입력',
    },
  },
};

export const PANEL_MESSAGES: Record<'ko' | 'en', PanelMessages> = { en, ko };
