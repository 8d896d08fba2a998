/** Starts the page. */
import './policy';
import { mount } from 'svelte';
import './app.css';
import './print.css';
import './editor.css';
import './pages.css';
import { preferences } from './preferences.svelte';
import App from './view/App.svelte';

preferences.load();

const target = document.getElementById('app');
if (target) mount(App, { target });
