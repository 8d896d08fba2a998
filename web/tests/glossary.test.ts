/** One Korean word for one thing, on the page and in what the server says. What was found to say the same otherwise is named here. */
import { expect, it } from 'vitest';
import told from '../../data/told.tsv?raw';

/** What it is called, and what it is not called. */
const GLOSSARY: readonly (readonly [term: string, means: string, never: RegExp])[] = [
  ['구절', 'a passage of a source', /대목|단락|청크|패시지/],
  ['판', 'a version of a source, a draft or rules; 버전 is that of a program', /버전|판본|리비전/],
  ['출처', 'a source as it is cited', /소스(?!\s?코드)|근거 문서|인용원/],
  ['문서', 'a document as such', /도큐먼트|다큐먼트/],
  ['초안', 'a draft', /드래프트|초고/],
  ['규칙', 'a rule', /룰(?!렛)/],
  ['규칙 묶음', 'a pack of rules', /규칙 팩|규칙팩|룰셋/],
  ['제안', 'a suggestion', /서제스천|패치/],
  ['쪽', 'a page of a document', /페이지|\bp\.\s?[$\d{]/],
  ['작업 공간', 'a workspace', /워크스페이스|작업공간/],
  ['접근 키', 'a key that lets people in, where nothing else says so', /pageName: \{[^}]*keys: '키'/],
];

/** The version of the program, files of others, and what is said to machines. */
const SPARED = /버전을 보여 줍니다|버전, 모델, 한도|웹 페이지/;

type Texts = Record<string, string>;

const PAGE: Texts = import.meta.glob(['../src/**/*.ts', '../src/**/*.svelte', '!../src/generated/*'], { query: '?raw', import: 'default', eager: true });
const PROBLEMS: Texts = import.meta.glob('../../src/http/problems.toml', { query: '?raw', import: 'default', eager: true });
/** What the server tells of its work, without its last column, which is English. */
const TOLD: Texts = { 'data/told.tsv': told.replaceAll(/\t[^\t\n]*$/gm, '') };
/** Of the program: what is said to people, not words that texts are read by. */
const PROGRAM: Texts = import.meta.glob(['../../src/{ask,cli,config,drafts,http,ingest,rpc,terminal}/**/*.rs', '!**/*test*'], { query: '?raw', import: 'default', eager: true });
const WORDS: Texts = { ...Object.fromEntries(Object.entries(PAGE).filter(([name]) => /text\/ko\/|i18n\.ts$|-words\.ts$/.test(name))), ...PROBLEMS, ...TOLD };

/** Lines with Korean that a rule is broken by; comments are for those who read the code. */
function broken(texts: Texts, rule: RegExp): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    text.split('\n').flatMap((line, at) => (/[가-힣]/.test(line) && !/^\s*(?:\/\/|\/?\*|#)/.test(line) && rule.test(line) && !SPARED.test(line) ? [`${name}:${at + 1}: ${line.trim()}`] : [])),
  );
}

/** Terms that the whole program has to keep to; the others stand in it for other things, too. */
const EVERYWHERE = new Set(['구절', '판']);

it.each(GLOSSARY)('%s: %s', (term, _means, never) => {
  expect(broken(EVERYWHERE.has(term) ? { ...WORDS, ...PROGRAM } : WORDS, never)).toEqual([]);
});

it('reads what there is to read', () => {
  expect([PAGE, PROBLEMS, PROGRAM, WORDS].map((texts) => Object.keys(texts).length > 0)).toEqual([true, true, true, true]);
  expect(broken({ one: "a: '버전 3'" }, /버전/)).toEqual(["one:1: a: '버전 3'"]);
});

it('no text shows both forms of a particle, and none guesses one behind a name', () => {
  expect(broken(PAGE, /[을은이과]\((?:를|는|가|와)\)|\(으\)로|\$\{(?:name|file|title|label|key|word)\}(?:을|를|은|는|이|가|과|와|으로|로)[ .,’'`]/)).toEqual([]);
});
