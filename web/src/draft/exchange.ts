/** The text of an open draft exchanged as a whole: for the one of the server, or for an earlier state. */
import { problemOf } from '../problem';
import * as api from './api';
import type { Copies } from './copies.svelte';
import type { Desk } from './desk.svelte';
import { editsBetween } from './diff';
import type { Saving } from './saving.svelte';

export class Exchange {
  constructor(
    private readonly desk: Desk,
    private readonly saving: Saving,
    private readonly copies: Copies,
  ) {}

  /** Goes back to an earlier state. That is a new state of its own, and the editor can undo it like any change. */
  async restore(revision: number): Promise<void> {
    const { desk, saving } = this;
    await saving.enqueue(async () => {
      await saving.save();
      const { editor } = desk;
      if (!editor || desk.state !== 'saved') return;
      const moment = editor.moment();
      try {
        await saving.adopt(await api.restoreRevision(desk.id, revision, desk.revision), moment, true);
        desk.notice = { kind: 'restored', revision };
        this.copies.tell();
        saving.onSaved();
      } catch (error) {
        const current = api.currentOf(error);
        desk.notice = current ? { kind: 'changed' } : { kind: 'problem', problem: problemOf(error) };
        if (current) await saving.adopt(current, moment);
      } finally {
        if (desk.base !== moment) editor.release(moment);
      }
    });
    desk.editor?.focus();
  }

  /** Both texts were looked at: mine is saved over theirs. */
  keepMine(): void {
    const { desk } = this;
    if (!desk.theirs) return;
    desk.revision = desk.theirs.revision;
    desk.saved = { title: desk.theirs.title, text: desk.theirs.text };
    desk.rebase(null);
    desk.theirs = null;
    desk.state = 'dirty';
    this.saving.schedule(0);
  }

  /** Theirs takes the place of mine; the editor can undo that. */
  takeTheirs(): void {
    const { desk } = this;
    const { theirs, editor } = desk;
    if (!theirs || !editor) return;
    void editor.settled().then(() => {
      desk.theirs = null;
      editor.apply(editsBetween(editor.text, theirs.text), { undoable: true });
      if (editor.text !== theirs.text) editor.replace(theirs.text, true);
      desk.call(theirs.title, theirs.text);
      desk.take(theirs);
      desk.rebase(editor.moment());
      desk.show();
      this.saving.finish();
    });
  }
}
