/**
 * The faces of the page, cut out of their packages into `web/fonts` before a build: what is always there (letters of Latin,
 * the syllables of the page's own texts) in one piece, the other syllables in pieces that a browser loads when a text has
 * them. Beside them their licences, and the rules that name them. Made anew only where something that goes into them changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const read = (name) => readFileSync(new URL(name, root));
const PRETENDARD = 'node_modules/pretendard/';
const GOWUN = 'node_modules/@expo-google-fonts/gowun-batang/';
const SERIF = 'node_modules/@fontsource-variable/source-serif-4/';

/** Letters of the languages of Europe and the signs that stand in texts; the name of the other language is in every page. */
const LATIN = `${between(0x20, 0x7e)}${between(0xa0, 0x17f)}–—‘’“”„…·•‹›†‡′″€₩™←↑→↓⇧−×÷≤≥≠≈⌘◦`;
const LATIN_RANGE = 'U+0-17F, U+2010-205E, U+20A0-20CF, U+2122, U+2190-2199, U+21E7, U+2200-22FF, U+2318, U+25E6';
const SIGNS = `${between(0x3131, 0x318e)}、。「」『』〈〉《》【】※○●△▲□■◇◆★☆①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮㎡㎏㎞㎝㎜℃`;

function between(first, last) {
  return Array.from({ length: last - first + 1 }, (_, step) => String.fromCodePoint(first + step)).join('');
}

/** The 2,350 syllables of the Korean standard, in which all but very rare words are written. */
function standard() {
  const decoder = new TextDecoder('euc-kr');
  const all = [];
  for (let row = 0xb0; row <= 0xc8; row += 1) for (let cell = 0xa1; cell <= 0xfe; cell += 1) all.push(decoder.decode(new Uint8Array([row, cell])));
  return all;
}

/** Syllables of the texts of the page itself and of its sample. */
function own() {
  const texts = readdirSync(new URL('src/', root), { recursive: true }).filter((name) => /\bko[\\/]|i18n\.ts$|sample\.ts$/.test(name)).map((name) => `src/${name}`);
  return new Set([...texts, 'public/sample-ko.md'].flatMap((name) => read(name).toString().replace(/^\s*(?:\*|\/\*\*|\/\/).*$/gm, '').match(/[가-힣]/g) ?? []));
}

/** The syllables in pieces: those of the page, those of most texts, rarer ones. How frequent one is, the package knows; the rarest stay the machine's. */
function pieces() {
  const frequent = [...read(`${PRETENDARD}dist/web/variable/pretendardvariable-dynamic-subset.css`).toString().matchAll(/unicode-range:([^;]*);/g)]
    .map(([, range]) => [...range.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)].map(([, from, to]) => between(Number.parseInt(from, 16), Number.parseInt(to ?? from, 16))).join(''))
    .reverse().join('');
  const page = own();
  const usual = new Set(standard());
  const others = [...frequent].filter((one) => usual.has(one) && !page.has(one));
  return [[...page], others.slice(0, 420), others.slice(420, 900), others.slice(900, 1500)];
}

/** The code points of syllables, as short as they can be said. */
function rangeOf(syllables) {
  const points = syllables.map((one) => one.codePointAt(0)).sort((one, other) => one - other);
  const runs = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else runs.push([point, point]);
  }
  return runs.map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ''}`).join(',');
}

const [REGULAR, BOLD] = ['400 549', '550 700'];
const WEIGHTS = { wght: { min: 400, max: 700, default: 400 } };

/** Every file: its face, weight and style, where it is cut from, what it holds, for which characters it is asked. */
function files() {
  const parts = pieces();
  const sans = `${PRETENDARD}dist/public/variable/PretendardVariable.ttf`;
  const all = [];
  const hangul = (family, name, weight, source, axes) => {
    for (const [index, part] of parts.entries()) {
      // Signs go with what most texts have: the page itself has none of them.
      const [signs, range] = index === 1 ? [SIGNS, ',U+3000-303F,U+3131-318E,U+2460-24FF,U+25A0-25E5,U+25E7-26FF'] : ['', ''];
      all.push({ name: `${name}-${index + 1}`, family, weight, source, axes, text: part.join('') + signs, range: rangeOf(part) + range });
    }
  };
  hangul('Stet Sans', 'sans-ko', '400 700', sans, WEIGHTS);
  all.push({ name: 'sans', family: 'Stet Sans', weight: '400 700', source: sans, axes: WEIGHTS, text: `${LATIN}한국어`, range: `${LATIN_RANGE}, U+D55C, U+AD6D, U+C5B4` });
  hangul('Stet Text', 'text-ko', REGULAR, `${GOWUN}400Regular/GowunBatang_400Regular.ttf`);
  hangul('Stet Text', 'text-ko-bold', BOLD, `${GOWUN}700Bold/GowunBatang_700Bold.ttf`);
  for (const style of ['normal', 'italic']) all.push({ name: `text-${style}`, family: 'Stet Text', weight: '400 700', style, source: `${SERIF}files/source-serif-4-latin-wght-${style}.woff2`, axes: WEIGHTS, text: LATIN, range: LATIN_RANGE });
  return all;
}

/** Of a machine's own faces those that are nearest in width, made as wide and as high, for the moment until ours are there. */
const FALLBACKS = `@font-face{font-family:'Stet Sans Near';src:local('Arial'),local('Helvetica'),local('Liberation Sans');size-adjust:104%;ascent-override:91.6%;descent-override:23%;line-gap-override:0%;unicode-range:${LATIN_RANGE}}
@font-face{font-family:'Stet Sans Near';src:local('Noto Sans CJK KR'),local('Noto Sans KR'),local('Apple SD Gothic Neo'),local('Malgun Gothic');size-adjust:94%;ascent-override:101.3%;descent-override:25.7%;line-gap-override:0%;unicode-range:U+AC00-D7A3,U+3131-318E}
@font-face{font-family:'Stet Text Near';src:local('Georgia'),local('Times New Roman'),local('Liberation Serif');size-adjust:101%;ascent-override:102.6%;descent-override:33.2%;line-gap-override:0%;unicode-range:${LATIN_RANGE}}
@font-face{font-family:'Stet Text Near';src:local('Noto Serif CJK KR'),local('Noto Serif KR'),local('AppleMyungjo'),local('Batang');size-adjust:98%;line-gap-override:0%;unicode-range:U+AC00-D7A3,U+3131-318E}
`;

/**
 * The rules of a file. A browser joins faces of one weight and one style only: letters are named for each weight that syllables
 * have, and syllables, which are never slanted, for each style that letters have.
 */
function rulesOf({ name, family, weight, style, range }) {
  const text = family === 'Stet Text';
  const weights = text && style ? [REGULAR, BOLD] : [weight];
  const styles = style ? [style] : text ? ['normal', 'italic'] : ['normal'];
  return weights.flatMap((one) => styles.map((slant) =>
    `@font-face{font-family:'${family}';font-style:${slant};font-weight:${one};font-display:swap;src:url('./${name}.woff2') format('woff2');unicode-range:${range}}\n`)).join('');
}

export async function makeFonts() {
  const wanted = files();
  const stamp = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(JSON.stringify(wanted.map(({ text, range }) => [[...text].sort().join(''), range])))
    .update(['pretendard', '@expo-google-fonts/gowun-batang', '@fontsource-variable/source-serif-4', 'subset-font'].map((name) => read(`node_modules/${name}/package.json`)).join())
    .digest('hex');
  const out = new URL('fonts/', root);
  const stampFile = new URL('stamp', out);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const { default: subset } = await import('subset-font');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  for (const { name, source, text, axes } of wanted) {
    writeFileSync(new URL(`${name}.woff2`, out), await subset(read(source), text, { targetFormat: 'woff2', ...(axes ? { variationAxes: axes } : {}) }));
  }
  writeFileSync(new URL('fonts.css', out), FALLBACKS + wanted.map(rulesOf).join(''));
  writeFileSync(new URL('LICENSES.txt', out), licences());
  writeFileSync(stampFile, stamp);
}

/** What the licences ask to stand beside the faces. */
function licences() {
  const line = '='.repeat(78);
  return [
    'The faces of this page are parts of these, cut to fewer characters and packed as WOFF2; they stay under their licences.\n',
    `${line}\nsans*.woff2: of Pretendard\n${line}\n\n${read(`${PRETENDARD}dist/LICENSE.txt`)}`,
    `${line}\ntext-ko*.woff2: of Gowun Batang\n${line}\n\n${read(`${GOWUN}LICENSE_FONT`)}`,
    `${line}\ntext-normal.woff2, text-italic.woff2: of Source Serif 4\n${line}\n\n${read(`${SERIF}LICENSE`)}`,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeFonts();
