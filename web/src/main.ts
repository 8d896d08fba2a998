/** Starts the page, or what a shared link leads to. */
import './policy';
import { mount } from 'svelte';
import '../fonts/fonts.css';
import './app.css';
import './print.css';
import './editor.css';
import './pages.css';
import { preferences } from './preferences.svelte';
import App from './view/App.svelte';

preferences.load();

/** Words drawn in another face first would jump when theirs comes: the page waits for those of its first words, though not for long. */
const first = preferences.language === 'ko' ? '가 a' : 'a';
const faces = ['400 1em "Stet Sans"', '400 1em "Stet Text"'].map((face) => document.fonts.load(face, first));

const target = document.getElementById('app');
/** The key of a link that shows one text to whoever has it. It stands behind #, where no server and no log sees it. */
const shared = (): string | undefined => /^#\/shared\/([^/]+)$/.exec(location.hash)?.[1];
const key = shared();
addEventListener('hashchange', () => {
  if (shared() !== key) location.reload();
});
void Promise.race([Promise.allSettled(faces), new Promise((late) => setTimeout(late, 2000))]).then(async () => {
  if (!target) return;
  if (key === undefined) mount(App, { target });
  else mount((await import('./share/SharedPage.svelte')).default, { target, props: { key } });
});
