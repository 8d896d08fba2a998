/** Opens the dialog of sharing, which is loaded when it is wanted. */
import type { What } from './api';

export function share(what: What, title: string): void {
  void import('./dialog').then(({ open }) => open(what, title), () => undefined);
}
