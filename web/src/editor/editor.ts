/**
 * The editor of a draft: a ProseMirror view behind an interface that speaks of texts and offsets, loaded when the first
 * draft is opened. Nothing is dispatched while an input method composes: callers wait for {@link Editor.settled}.
 */
import { closeHistory, history, redo, undo, undoDepth } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { Mapping } from 'prosemirror-transform';
import { EditorView } from 'prosemirror-view';
import type { TextEdit } from '../draft/edits';
import { pasted, structured, tooLong } from '../draft/paste';
import type { Verdict } from '../draft/checking.svelte';
import type { Breach } from '../draft/linting.svelte';
import type { Patch } from '../draft/wire';
import { findPlugin } from './find';
import { Finder } from './finder';
import { copyOut } from './copy';
import { tick, TOOLS, type Tool } from './commands';
import { changeFocus, focusPlugin } from './focus';
import { Hints, type Hint } from './hints';
import { sliceOf, take, typeOver } from './input';
import { KEYS, pageKeys, type PageKeys } from './keys';
import { lints, lintsKey, type PlacedBreach } from './lints';
import { follow } from './placed';
import { tops } from './places';
import { docOf, Places, textOf } from './schema';
import { styleKey, stylePlugin } from './style';
import { verdicts, type PlacedVerdict } from './verdicts';
import { change, suggestionsKey, suggestionsPlugin } from './suggestions';

export type { Hint } from './hints';

export interface EditorOptions extends PageKeys {
  text: string;
  /** Name for screen readers. */
  label: string;
  onChange: () => void;
  /** A patch, or a sentence that needs the writer, was clicked in the text. */
  onChoose: (id: string) => void;
  /** The citation of a judged sentence was clicked. */
  onCitation: (verdict: Verdict) => void;
  /** One more step of typing can be undone. */
  onStep: () => void;
  /** What stands beside the text may have to move. */
  onLayout: () => void;
  /**
   * The HTML of a clipboard as Markdown; null where its plain text is to be taken, `''` where nothing is. Without HTML: what was
   * pasted is too long for the page.
   */
  onPaste: (html: string | null) => Promise<string | null>;
  /** Something is to be explained beside the text, or no longer. */
  onHint: (hint: Hint | null) => void;
}

/** A moment of the text, from which places can be followed through all later changes. */
export interface Moment {
  readonly text: string;
}

class Followed implements Moment {
  readonly mapping = new Mapping();
  readonly text: string;
  constructor(readonly doc: Node) {
    this.text = textOf(doc);
  }
}

export class Editor {
  private readonly view: EditorView;
  private readonly moments = new Set<Followed>();
  private composing = false;
  private waiting: (() => void)[] = [];
  private touched = false;
  /** A step of the history is being undone or done again. */
  private replaying = false;
  readonly finder: Finder;
  readonly hints: Hints;

  constructor(host: HTMLElement, options: EditorOptions) {
    this.view = new EditorView(host, {
      state: EditorState.create({
        doc: docOf(options.text),
        plugins: [history(), keymap({ ...KEYS, ...pageKeys(options, () => this.composing), 'Mod-.': () => this.hints.atCursor(), F8: () => this.nextBreach(1), 'Shift-F8': () => this.nextBreach(-1) }), stylePlugin(() => this.composing), suggestionsPlugin(options.onChoose), lints.plugin(), verdicts.plugin(), findPlugin(), focusPlugin(() => this.composing)],
      }),
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': options.label, spellcheck: 'true', tabindex: '0' },
      dispatchTransaction: (tr) => {
        const depth = undoDepth(this.view.state);
        this.view.updateState(this.view.state.apply(tr));
        if (tr.docChanged && !this.replaying && undoDepth(this.view.state) !== depth) options.onStep();
        options.onLayout();
        if (!tr.docChanged) return;
        for (const moment of this.moments) moment.mapping.appendMapping(tr.mapping);
        this.hints.hide();
        this.finder.changed();
        options.onChange();
      },
      // Only plain text comes in and goes out: a draft is its text.
      clipboardTextParser: (text) => sliceOf(text),
      clipboardTextSerializer: (slice) => {
        const lines: string[] = [];
        slice.content.forEach((line) => lines.push(line.textContent));
        return lines.join('\n');
      },
      handleClick: (_view, position, event) => this.follow(event) || this.choose(position, event, options),
      handleDOMEvents: {
        // Before ProseMirror makes a document of its HTML, which takes long and is not asked for.
        paste: (view, event) => this.paste(event, options) || take(view, event.clipboardData, null, event),
        copy: (view, event) => copyOut(view, event, false),
        cut: (view, event) => !this.composing && copyOut(view, event, true),
        compositionstart: () => {
          this.composing = true;
          return false;
        },
        compositionend: () => {
          // ProseMirror reads the result of the composition after this event.
          setTimeout(() => this.composed(), 60);
          return false;
        },
        beforeinput: (view, event) => typeOver(view, event, this.composing),
        focus: () => {
          this.touched = true;
          this.dispatchQuietly((tr) => changeFocus(tr, { focused: true }));
          return false;
        },
        blur: () => {
          this.dispatchQuietly((tr) => changeFocus(tr, { focused: false, held: false }));
          return false;
        },
        mousedown: (view, event) => {
          const task = event.target instanceof Element && event.button === 0 ? event.target.closest('p:not(.md-live) [data-task]') : null;
          if (task) {
            event.preventDefault();
            return tick(view.posAtDOM(task, 0))(view.state, view.dispatch);
          }
          if (!this.composing) this.hold(true);
          return false;
        },
        mouseover: (_view, event) => {
          this.hints.over(event.target);
          return false;
        },
        mouseleave: () => {
          this.hints.over(null);
          return false;
        },
        drop: (view, event) => {
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
          // Files are for the sources, and moving a selection within the text is ProseMirror's own business.
          if (!place || view.dragging || (event.dataTransfer?.types.includes('Files') ?? false)) return false;
          return take(view, event.dataTransfer, place.pos, event);
        },
      },
    });
    addEventListener('mouseup', this.letGo);
    this.hints = new Hints(this.view, options.onHint);
    this.finder = new Finder(this.view, () => this.settled(), (edits) => this.apply(edits, { undoable: true }));
  }

  get text(): string {
    return textOf(this.view.state.doc);
  }

  /** The selection as offsets; null while the writer has not been in the text. */
  get selection(): { start: number; end: number } | null {
    if (!this.touched) return null;
    const places = new Places(this.view.state.doc);
    const { from, to } = this.view.state.selection;
    return { start: places.offset(from), end: places.offset(to) };
  }

  /** The selected words; empty where nothing is selected. */
  get selectedText(): string {
    const { from, to } = this.view.state.selection;
    return this.touched ? this.view.state.doc.textBetween(from, to, '\n') : '';
  }

  /** Resolves when no input method composes: at once, or at the end of the composition. */
  settled(): Promise<void> {
    return this.composing ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve();
  }

  moment(): Moment {
    const moment = new Followed(this.view.state.doc);
    this.moments.add(moment);
    return moment;
  }

  release(moment: Moment | null): void {
    if (moment instanceof Followed) this.moments.delete(moment);
  }

  /** Changes the text; the offsets are those of `moment`, or of the text as it is. */
  apply(edits: readonly TextEdit[], options: { moment?: Moment; undoable: boolean }): void {
    if (edits.length === 0) return;
    const moment = options.moment instanceof Followed ? options.moment : null;
    const places = new Places(moment?.doc ?? this.view.state.doc);
    const tr = this.view.state.tr;
    for (const edit of edits.toReversed()) {
      const at = (offset: number, bias: number): number => moment?.mapping.map(places.position(offset), bias) ?? places.position(offset);
      const from = at(edit.start, 1);
      tr.replace(from, Math.max(from, at(edit.end, -1)), sliceOf(edit.text, this.view.state.doc));
    }
    this.view.dispatch(options.undoable ? closeHistory(tr).scrollIntoView() : tr.setMeta('addToHistory', false));
  }

  /** Puts `text` in the place of everything, to the character. */
  replace(text: string, undoable: boolean): void {
    const { tr, doc } = this.view.state;
    tr.replaceWith(0, doc.content.size, docOf(text).content);
    this.view.dispatch(undoable ? closeHistory(tr) : tr.setMeta('addToHistory', false));
  }

  /** Does what a tool does, at the selection. */
  run(tool: Tool): void {
    void this.settled().then(() => {
      TOOLS[tool](this.view.state, this.view.dispatch, this.view);
      this.view.focus();
    });
  }

  /** Takes back, or does again, one step of typing. */
  step(way: 'undo' | 'redo'): void {
    this.replaying = true;
    (way === 'undo' ? undo : redo)(this.view.state, this.view.dispatch);
    this.replaying = false;
  }

  /** What is typed from here on is a step of its own. */
  closeStep(): void {
    this.dispatchQuietly((tr) => closeHistory(tr));
  }

  /** Where the selected words are, in pixels of the window; null where none are. */
  selectionBox(): { left: number; top: number; bottom: number } | null {
    const { from, to, empty } = this.view.state.selection;
    if (empty || !this.view.hasFocus()) return null;
    const { left, top } = this.view.coordsAtPos(from);
    return { left, top, bottom: this.view.coordsAtPos(to).bottom };
  }

  tops(): Map<string, number> {
    return tops(this.view);
  }

  /** Puts the cursor where what a card is about begins. */
  goTo(id: string): void {
    const placed = suggestionsKey.getState(this.view.state)?.placed.find((one) => one.patch.id === id) ?? this.judged.find((one) => one.id === id);
    if (placed) this.dispatchQuietly((tr) => tr.setSelection(TextSelection.create(tr.doc, placed.from)).scrollIntoView());
  }

  /** The suggestion at the cursor, or the next one after it. */
  patchAtCursor(): string | null {
    const { from } = this.view.state.selection;
    const placed = (suggestionsKey.getState(this.view.state)?.placed ?? []).toSorted((a, b) => a.from - b.from);
    return (placed.find((one) => one.to >= from) ?? placed[0])?.patch.id ?? null;
  }

  /** Shows these patches, whose offsets are those of `moment`. */
  show(patches: readonly Patch[], moment: Moment): void {
    if (!(moment instanceof Followed)) return;
    const places = new Places(moment.doc);
    const placed = patches.flatMap((patch) => {
      if (patch.start === null || patch.end === null) return [];
      const from = moment.mapping.map(places.position(patch.start), 1);
      return [{ patch, from, to: Math.max(from, moment.mapping.map(places.position(patch.end), -1)) }];
    });
    this.dispatchQuietly((tr) => change(tr, { placed }));
  }

  /** Shows new states of patches where they stand, when their offsets cannot be followed. */
  restate(patches: readonly Patch[]): void {
    const shown = suggestionsKey.getState(this.view.state)?.placed ?? [];
    const placed = shown.flatMap((old) => {
      const patch = patches.find((candidate) => candidate.id === old.patch.id);
      return patch ? [{ ...old, patch }] : [];
    });
    this.dispatchQuietly((tr) => change(tr, { placed }));
  }

  /** Marks the patch that is looked at and brings it into sight. */
  look(id: string | null): void {
    this.dispatchQuietly((tr) => change(tr, { active: id }));
    if (id === null) return;
    const element = this.view.dom.querySelector(`[data-patch="${CSS.escape(id)}"], .patch-active`);
    element?.scrollIntoView({ block: 'nearest' });
  }

  /** Puts words where a patch is, one step for undo; false when it has no place. */
  overwrite(id: string, words: string): boolean {
    const placed = suggestionsKey.getState(this.view.state)?.placed.find((candidate) => candidate.patch.id === id);
    if (!placed) return false;
    const { tr, doc } = this.view.state;
    this.view.dispatch(closeHistory(tr.replace(placed.from, placed.to, sliceOf(words, doc))));
    return true;
  }

  /** The words that stand where a patch is; null when it has no place. */
  wordsAt(id: string): string | null {
    const placed = suggestionsKey.getState(this.view.state)?.placed.find((candidate) => candidate.patch.id === id);
    return placed ? this.view.state.doc.textBetween(placed.from, placed.to, '\n') : null;
  }

  /** Underlines these breaches, whose offsets are those of `moment`. */
  async showBreaches(breaches: readonly Breach[], moment: Moment): Promise<void> {
    await this.settled();
    if (this.view.isDestroyed || !(moment instanceof Followed)) return;
    const placed = follow(breaches, moment.doc, moment.mapping);
    this.view.dispatch(lints.show(this.view.state.tr, placed.map(({ what, from, to }, index) => ({ id: `${what.packId}/${what.ruleId}/${index}`, breach: what, from, to }))));
  }

  /** Underlines judged sentences, whose offsets are those of `moment`. */
  async showVerdicts(found: readonly Verdict[], moment: Moment): Promise<void> {
    await this.settled();
    if (this.view.isDestroyed || !(moment instanceof Followed)) return;
    const placed = follow(found, moment.doc, moment.mapping);
    this.view.dispatch(verdicts.show(this.view.state.tr, placed.map(({ what, from, to }) => ({ id: what.id, verdict: what, from, to }))));
  }

  /** Only these verdicts stay. */
  hideVerdicts(left: readonly string[]): void {
    this.dispatchQuietly((tr) => verdicts.show(tr, this.judged.filter(({ id }) => left.includes(id))));
  }

  /** Other words for some of a judged sentence; false when they do not stand there. */
  exchange(id: string, words: string, other: string): boolean {
    const found = this.judged.find((one) => one.id === id);
    const at = found ? this.wordsOf(found).indexOf(words) : -1;
    if (!found || at < 0) return false;
    const { tr, doc } = this.view.state;
    this.view.dispatch(closeHistory(tr.replace(found.from + at, found.from + at + words.length, sliceOf(other, doc))));
    return true;
  }

  private get judged(): readonly PlacedVerdict[] {
    return verdicts.key.getState(this.view.state)?.placed ?? [];
  }

  get breaches(): readonly PlacedBreach[] {
    return lintsKey.getState(this.view.state)?.placed ?? [];
  }

  wordsOf({ from, to }: { from: number; to: number }): string {
    return this.view.state.doc.textBetween(from, to, '\n');
  }

  /** Does what the rule would do. */
  fix(id: string): void {
    const found = this.breaches.find((one) => one.id === id);
    if (!found || found.breach.replacement === null) return;
    const tr = this.view.state.tr.replace(found.from, found.to, sliceOf(found.breach.replacement, this.view.state.doc));
    this.view.dispatch(closeHistory(tr));
  }

  /** Goes to the next breach and explains it; false when there is none. */
  nextBreach(step: 1 | -1): boolean {
    const { breaches, view } = this;
    if (breaches.length === 0) return false;
    const here = view.state.selection.from;
    const next = step > 0 ? breaches.find(({ from }) => from > here) : breaches.findLast(({ from }) => from < here);
    const to = next ?? (step > 0 ? breaches[0] : breaches.at(-1));
    if (!to) return false;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, to.from)).scrollIntoView());
    view.focus();
    requestAnimationFrame(() => this.hints.atCursor());
    return true;
  }

  focus(): void {
    this.view.focus();
  }

  destroy(): void {
    removeEventListener('mouseup', this.letGo);
    this.finder.destroy();
    this.hints.hide();
    this.view.destroy();
  }

  private composed(): void {
    if (this.view.isDestroyed || !this.composing) return;
    if (this.view.composing) {
      // The next syllable has begun, or ProseMirror has not read this one yet.
      setTimeout(() => this.composed(), 60);
      return;
    }
    this.composing = false;
    this.view.dispatch(this.view.state.tr.setMeta(styleKey, true));
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Takes what has a structure as Markdown, at the place where it was pasted, whatever is typed meanwhile. */
  private paste(event: ClipboardEvent, { onPaste }: EditorOptions): boolean {
    const plain = event.clipboardData?.getData('text/plain') ?? '';
    const long = tooLong(plain);
    const html = long ? null : structured(event.clipboardData?.getData('text/html') ?? '', plain);
    if (html === null && !long) return false;
    event.preventDefault();
    const moment = this.moment();
    const places = new Places(this.view.state.doc);
    const { from, to } = this.view.state.selection;
    void onPaste(html).then(async (markdown) => {
      await this.settled();
      if (!this.view.isDestroyed) {
        const edits = markdown === null ? [{ start: places.offset(from), end: places.offset(to), text: plain }] : pasted(moment.text, places.offset(from), places.offset(to), markdown);
        if (markdown !== '') this.apply(edits, { moment, undoable: true });
      }
      this.release(moment);
    });
    return true;
  }

  private dispatchQuietly(make: (tr: Transaction) => Transaction): void {
    void this.settled().then(() => {
      if (!this.view.isDestroyed) this.view.dispatch(make(this.view.state.tr));
    });
  }

  private hold(held: boolean): void {
    this.dispatchQuietly((tr) => changeFocus(tr, { held }));
  }

  /** The new selection is read a moment after the button went up. */
  private readonly letGo = (): void => {
    setTimeout(() => this.hold(false), 30);
  };

  /** A click with Ctrl or ⌘ opens a link, or goes from a footnote to its text. */
  private follow(event: MouseEvent): boolean {
    if (!(event.ctrlKey || event.metaKey) || !(event.target instanceof Element)) return false;
    const href = event.target.closest('[data-href]')?.getAttribute('data-href') ?? null;
    const label = event.target.closest('[data-note]')?.getAttribute('data-note') ?? null;
    // Only addresses that can do no harm were given a target (markdown/inline.ts).
    if (href !== null) open(href, '_blank', 'noopener,noreferrer');
    else if (label !== null) this.goToLine(`[^${label}]:`);
    else return false;
    return true;
  }

  /** A click on a citation opens its passage; one on a sentence that needs the writer shows its card. */
  private choose(position: number, event: MouseEvent, options: EditorOptions): boolean {
    const found = this.judged.find(({ from, to }) => from <= position && position <= to);
    if (!found) return false;
    const note = event.target instanceof Element && event.target.closest('p:not(.md-live) [data-note]') !== null;
    if (note) options.onCitation(found.verdict);
    else if (found.verdict.status !== 'supported') options.onChoose(found.id);
    return false;
  }

  private goToLine(start: string): void {
    const { doc, tr } = this.view.state;
    doc.forEach((line, position) => {
      if (line.textContent.startsWith(start)) tr.setSelection(TextSelection.create(doc, position + line.nodeSize - 1));
    });
    this.view.dispatch(tr.scrollIntoView());
    this.view.focus();
  }
}
