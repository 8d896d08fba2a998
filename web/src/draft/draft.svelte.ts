/** One open draft: its desk, the machines that work on it, and the tools of its editor. */
import type { Tool } from '../editor/commands';
import type { Editor, TableBox } from '../editor/editor';
import type { Finder } from '../editor/finder';
import type { Hints } from '../editor/hints';
import * as api from './api';
import { Copies } from './copies.svelte';
import { Deciding } from './deciding.svelte';
import { Desk } from './desk.svelte';
import { Exchange } from './exchange';
import type { Finding } from './findings';
import type { Excerpt } from './footnotes';
import type { Place } from './inserting';
import * as local from './local';
import { Revising } from './revising.svelte';
import { Saving } from './saving.svelte';
import type { SearchHit } from '../wire';
import type { Draft } from './wire';

/** Pause in the typing after which the text is counted and a copy of it kept (ms). */
const KEEP_AFTER = 150;
const KEEP_A_THOUSAND = 2;

export class OpenDraft extends Desk {
  /** The table that the cursor is in, and whether some are shown as their text. */
  table = $state.raw<TableBox | null>(null);
  asText = $state(false);
  readonly copies: Copies;
  readonly saving: Saving;
  readonly decisions: Deciding;
  readonly revisions: Revising;
  readonly exchange: Exchange;
  private keepTimer: ReturnType<typeof setTimeout> | undefined;

  /** `from` says where `draft` comes from; what comes from this browser may be out of date, or gone from the server. */
  constructor(draft: Draft, onSaved: (draft: OpenDraft) => void, from: 'server' | 'cache' | 'gone' = 'server') {
    const copy = local.copies(draft.id).find((one) => one.text !== draft.text || one.title !== draft.title);
    super(draft, copy);
    this.copies = new Copies(this, {
      onSaved: (revision) => {
        if (revision > this.revision) this.saving.refreshSoon();
      },
      onCommented: () => this.commenting.look(),
      onDeleted: () => this.saving.gone(),
    });
    this.saving = new Saving(this, this.copies, () => onSaved(this));
    this.decisions = new Deciding(this, this.saving, this.copies);
    this.saving.onFinished = () => void this.decisions.sendKept();
    this.revisions = new Revising(this, this.saving, this.decisions);
    this.exchange = new Exchange(this, this.saving, this.copies);
    if (from === 'gone') {
      this.state = 'gone';
    } else if (from === 'cache') {
      this.saving.stale = true;
      this.state = 'offline';
    } else if (copy && copy.text !== draft.text && copy.baseRevision !== draft.revision) {
      this.theirs = draft;
      this.state = 'conflict';
    } else if (copy) {
      this.state = 'dirty';
    }
    if (from === 'server') local.cacheSoon(draft);
    if (draft.revising && from === 'server') this.revisions.awaitOther();
    else if (from !== 'gone' && this.decisions.restore(from === 'server') && from === 'server') this.saving.stale = true;
  }

  /** The editor is on the screen. */
  attach(editor: Editor): void {
    this.editor = editor;
    this.measure();
    if (editor.text === this.saved.text) {
      this.rebase(editor.moment());
      this.show();
    }
    this.linting.attach(editor);
    this.checking.attach(editor);
    this.commenting.attach(() => this.saving.flush(), this.copies.tellComment);
    this.saving.attach();
    this.copies.attach();
  }

  /** The draft leaves the screen; what is not saved is kept here and sent in the background. */
  close(): void {
    this.revisions.close();
    clearTimeout(this.keepTimer);
    this.copies.close();
    this.saving.close();
    this.linting.close();
    this.checking.close();
    this.commenting.close();
    this.still();
    const { title, revision } = this;
    if (this.state === 'dirty' && this.editor) {
      const { text } = this.editor;
      api.saveDraft(this.id, title, text, revision).then(
        (saved) => {
          local.forget(this.id, { title, text });
          local.cache(saved);
        },
        () => undefined,
      );
    }
    this.editor = null;
  }

  /** The writer changed the text or the title. */
  changed(): void {
    this.linting.changed();
    this.checking.changed();
    this.saving.changed();
    // What came in was taken out again, and the writing goes on.
    if (this.inserted) {
      if (this.inserted.gone) this.settleInserted();
      else if (this.editor?.marks.takenOut) this.inserted = { ...this.inserted, gone: true };
    }
    if (this.notice?.kind === 'restored' || this.notice?.kind === 'updated') this.notice = null;
    // What takes longer with the length of the text is done less often.
    this.keepTimer ??= setTimeout(() => {
      this.keepTimer = undefined;
      if (!this.editor) return;
      if (this.follow(this.editor.text)) this.saving.changed();
      this.copies.keep();
      this.measure();
    }, Math.max(KEEP_AFTER, (this.counts.characters / 1000) * KEEP_A_THOUSAND));
  }

  rename(title: string): void {
    this.title = title;
    this.named = title.trim() !== '';
    this.changed();
  }

  insert(excerpt: Excerpt, own: boolean, place: Place | null = null): Promise<void> {
    return import('./inserting').then((inserting) => inserting.insert(this, excerpt, own, place), this.missed);
  }

  /** Cites a passage where the writer was. */
  cite(hit: SearchHit, query: string): void {
    void import('./inserting').then((inserting) => inserting.citeHit(this, hit, query), this.missed);
  }

  /** The writer is done with what came in last. */
  settleInserted(): void {
    this.inserted = null;
    this.editor?.marks.showInserted(null);
  }

  /** A part of the page that does something did not come. */
  private readonly missed = (): void => {
    this.notice = { kind: 'unreachable' };
  };

  /** Puts words in the place of what is selected, or at the cursor. */
  write(words: string): void {
    this.editor?.write(words);
  }

  /** Find and replace in the text; null before the editor is there. */
  get finder(): Finder | null {
    return this.editor?.finder ?? null;
  }

  get hints(): Hints | null {
    return this.editor?.hints ?? null;
  }

  /** Does what a tool of the editor does. */
  tool(name: Tool): void {
    this.editor?.run(name);
  }

  nextFinding(step: 1 | -1): void {
    this.linting.hint = null;
    this.editor?.marks.nextFinding(step);
  }

  goToFinding(id: string): void {
    this.linting.hint = null;
    this.editor?.marks.goToFinding(id);
  }

  /** What the checks found, as it stands in the text now. */
  findings(): Finding[] {
    return this.editor?.marks.findings() ?? [];
  }

  /** What is selected in the text; empty where nothing is. */
  get selectedText(): string {
    return this.editor?.selectedText ?? '';
  }

  /** Where the selected words are in the window; null where none are. */
  selectionBox(): { left: number; top: number; bottom: number } | null {
    return this.editor?.selectionBox() ?? null;
  }

  /** Where the cursor is in the window. */
  caretBox(): { left: number; top: number; bottom: number } {
    return this.editor?.caretBox() ?? { left: 0, top: 0, bottom: 0 };
  }

  focus(): void {
    this.editor?.focus();
  }
}
