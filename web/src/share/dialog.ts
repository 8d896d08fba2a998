/** The dialog of sharing beside whatever is on the page. */
import { mount, unmount } from 'svelte';
import type { What } from './api';
import ShareDialog from './ShareDialog.svelte';

export function open(what: What, title: string): void {
  const dialog = mount(ShareDialog, { target: document.body, props: { what, title, onClose: () => void unmount(dialog) } });
}
