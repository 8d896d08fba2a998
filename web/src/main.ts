/** Starts the page. */
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
void Promise.race([Promise.allSettled(faces), new Promise((late) => setTimeout(late, 2000))]).then(() => {
  if (target) mount(App, { target });
});
