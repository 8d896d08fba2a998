/**
 * The editor of a draft: a ProseMirror view behind an interface that speaks of texts and offsets, loaded when the first
 * draft is opened. Nothing is dispatched while an input method composes: callers wait for {@link Editor.settled}.
 */
import { closeHistory, history, redo, undo, undoDepth } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { Counts } from '../draft/counts';
import type { TextEdit } from '../draft/edits';
import { endOfBody } from '../draft/footnotes';
import { pasted, structured, tooLong } from '../draft/paste';
import { barPlugin, type TableBox } from './bar';
import { findPlugin } from './find';
import { Finder } from './finder';
import { apart, celled, cellsPlugin, keepCell, readyCell, rightUnder, shownAsText } from './cells';
import { copyOut, selectedMarkdown, wordsOf } from './copy';
import { tick, TOOLS, type Tool } from './commands';
import { choose, follow, type Clicks } from './clicks';
import * as said from './comments';
import { Composition, steady } from './composition';
import { changeFocus, focusPlugin } from './focus';
import { Hints, type Hint } from './hints';
import { hear } from './hear';
import { parts, sliceOf, typeOver } from './input';
import { KEYS, pageKeys, type PageKeys } from './keys';
import { lints } from './lints';
import { inserted, Marked } from './marked';
import { pasteCells } from './pasting';
import { tops } from './places';
import { edited, Followed, type Moment } from './moment';
import { countsOf, docOf, Places, schema, textOf } from './schema';
import { isLong, sightPlugin } from './sight';
import { closeSlash, slashAt, slashPlugin, type SlashMenu } from './slash';
import { Steps } from './steps';
import { styleKey, stylePlugin } from './style';
import { escaped } from './tables';
import { placeAt } from './tabling';
import { verdicts } from './verdicts';
import { suggestionsPlugin } from './suggestions';

export type { TableBox } from './bar';
export type { Hint } from './hints';
export type { Moment } from './moment';
export type { Slash } from './slash';

export interface EditorOptions extends PageKeys, Clicks, SlashMenu {
  text: string;
  /** Name for screen readers. */
  label: string;
  onChange: () => void;
  /** One more step of typing can be undone. */
  onStep: () => void;
  /** Pixels at the foot of the text that something lies over: the cursor is kept out of them. */
  covered: () => number;
  /** What stands beside the text may have to move. */
  onLayout: () => void;
  /**
   * The HTML of a clipboard as Markdown; null where its plain text is to be taken, `''` where nothing is. Without HTML: what was
   * pasted is too long for the page.
   */
  onPaste: (html: string | null) => Promise<string | null>;
  /** The table of the cursor; `text`: there are tables that are shown as their text. */
  onTable: (box: TableBox | null, text: boolean) => void;
  /** Something is to be explained beside the text, or no longer. */
  onHint: (hint: Hint | null) => void;
}

/** Changes that are made at once, and lines that are put on the page at once. */
const [EDITS, SLICE] = [200, 600];
const LOADING = 'loading';
/** More of what is made in turns follows: it is told of at its end, as nothing that was typed. */
const TURN = 'turn';

export class Editor {
  private readonly view: EditorView;
  private readonly moments = new Set<Followed>();
  private readonly composition = new Composition(() => this.composed());
  /** What is composed began in the blank line right under a table. */
  private under = false;
  private readonly steps = new Steps();
  private touched = false;
  /** Escape was pressed: the next Tab leads out of the text. */
  private leaving = false;
  /** A step of the history is being undone or done again. */
  private replaying = false;
  /** What is being pasted a part at a time. */
  private poured: Followed | null = null;
  /** All of the text is there. */
  private loaded = false;
  /** Resolves when it is; before that nothing can be typed. */
  readonly whole: Promise<void>;
  readonly finder: Finder;
  readonly hints: Hints;
  readonly marks: Marked;

  constructor(host: HTMLElement, options: EditorOptions) {
    const lines = celled(docOf(options.text)).children;
    this.view = new EditorView(host, {
      state: EditorState.create({
        doc: schema.node('doc', null, lines.slice(0, SLICE)),
        plugins: [this.gate(), slashPlugin(() => this.composition.active, options), cellsPlugin(() => this.composition.active), barPlugin(() => this.touched, options.onTable), history({ newGroupDelay: Infinity }), keymap({ ...KEYS, ...pageKeys(options, () => this.composition.active), 'Mod-.': () => this.hints.atCursor(), F8: () => this.marks.nextFinding(1), 'Shift-F8': () => this.marks.nextFinding(-1) }), sightPlugin((make) => this.dispatchQuietly(make)), stylePlugin(() => this.composition.active, shownAsText), suggestionsPlugin(options.onChoose), lints.plugin(), verdicts.plugin(), said.comments.plugin(), inserted.plugin(), findPlugin(), focusPlugin(() => this.composition.active)],
      }),
      scrollThreshold: { top: 0, right: 0, left: 0, get bottom() { return options.covered(); } },
      scrollMargin: { top: 5, right: 5, left: 5, get bottom() { return options.covered() + 5; } },
      attributes: ({ doc }) => ({ class: isLong(doc) ? 'md-long' : '', 'aria-busy': String(!this.loaded), role: 'textbox', 'aria-multiline': 'true', 'aria-label': options.label, spellcheck: 'true', tabindex: '0' }),
      dispatchTransaction: (tr) => {
        const depth = undoDepth(this.view.state);
        this.view.updateState(this.view.state.apply(this.steps.begins(tr) && !this.poured ? closeHistory(tr) : tr));
        if (tr.docChanged && this.loaded && !this.replaying && undoDepth(this.view.state) !== depth) options.onStep();
        options.onLayout();
        if (!tr.docChanged || !this.loaded) return;
        for (const moment of this.moments) moment.mapping.appendMapping(tr.mapping);
        this.hints.hide();
        this.finder.changed();
        if (tr.getMeta(TURN) !== true) options.onChange();
      },
      // Only plain text comes in and goes out: a draft is its text.
      clipboardTextParser: (text) => sliceOf(text),
      clipboardTextSerializer: (slice) => {
        const lines: string[] = [];
        slice.content.forEach((line) => lines.push(line.textContent));
        return lines.join('\n');
      },
      handleClick: (view, position, event) => follow(view, event) || choose(view, position, event, options),
      handleDOMEvents: {
        // Before ProseMirror makes a document of its HTML, which takes long and is not asked for.
        paste: (view, event) => pasteCells(view, event) || this.paste(event, options) || this.take(event.clipboardData, null, event),
        copy: (view, event) => copyOut(view, event, false),
        cut: (view, event) => !this.composition.active && copyOut(view, event, true),
        // What Tab does in a list or a table is no trap: behind Escape it does what it does everywhere.
        keydown: (view, event) => {
          hear(view);
          const out = this.leaving && event.key === 'Tab';
          if (event.key !== 'Shift') this.leaving = event.key === 'Escape' && !event.isComposing;
          return out;
        },
        compositionstart: (view) => {
          if (!this.composition.active) {
            readyCell(view);
            const { $head, empty } = view.state.selection;
            this.under = empty && $head.parent.content.size === 0 && rightUnder(view.state);
          }
          steady(view);
          this.composition.start();
          return false;
        },
        compositionend: (view) => {
          this.composition.end(view);
          return false;
        },
        beforeinput: (view, event) => {
          if (!this.loaded) event.preventDefault();
          return !this.loaded || (!this.composition.active && keepCell(view, event)) || typeOver(view, event, this.composition.active);
        },
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
          if (!this.composition.active) this.hold(true);
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
          return this.take(event.dataTransfer, place.pos, event);
        },
      },
    });
    this.whole = this.load(lines);
    addEventListener('mouseup', this.letGo);
    this.hints = new Hints(this.view, options.onHint);
    this.marks = new Marked(this.view, () => this.settled(), (make) => this.dispatchQuietly(make), () => this.touched, (found) => {
      if ('breach' in found) this.hints.about(found);
      else options.onChoose(found.id);
    });
    this.finder = new Finder(this.view, () => this.settled(), (edits) => this.apply(edits, { undoable: true }));
  }

  get text(): string {
    return textOf(this.view.state.doc);
  }

  /** How long the text is; lines that did not change are not counted again. */
  get counts(): Counts {
    return countsOf(this.view.state.doc);
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

  /** What is selected as Markdown that stands by itself, all of the text where nothing is. */
  get markdown(): string {
    return this.selectedText === '' ? this.text : selectedMarkdown(this.view);
  }

  /** Resolves when no input method composes: at once, or at the end of the composition. */
  settled(): Promise<void> {
    return this.composition.settled().then(() => hear(this.view));
  }

  moment(): Followed {
    const moment = new Followed(this.view.state.doc);
    this.moments.add(moment);
    return moment;
  }

  release(moment: Moment | null): void {
    if (moment instanceof Followed) this.moments.delete(moment);
  }

  /** Where a place of an earlier moment is now, behind what was written there. */
  now(offset: number, moment: Moment): number {
    return moment.now(this.view.state.doc, offset);
  }

  /**
   * Changes the text; the offsets are those of `moment`, or of the text as it is. What was done, for what belongs to it. `still`: the
   * cursor stays before what is put where it stands, and the text where it is seen; `after`: what this is one step with.
   */
  apply(edits: readonly TextEdit[], options: { moment?: Moment; undoable: boolean; still?: boolean; after?: Transaction | null; more?: boolean }): Transaction | null {
    if (edits.length === 0 || this.view.isDestroyed) return null;
    hear(this.view);
    const tr = edited(this.view.state.tr, edits, options.moment);
    if (options.more) tr.setMeta(TURN, true);
    if (options.still) {
      const { anchor, head } = this.view.state.selection;
      tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(anchor, -1), tr.mapping.map(head, -1)));
    } else if (options.undoable && !options.after) tr.scrollIntoView();
    if (options.undoable && options.after) this.view.dispatch(tr.setMeta('appendedTransaction', options.after));
    else this.view.dispatch(options.undoable ? closeHistory(tr) : tr.setMeta('addToHistory', false));
    return tr;
  }

  /** The same for many changes, some at a time, between which the page is not held up; whether nothing else changed the text meanwhile. */
  async applyInTurns(edits: readonly TextEdit[], options: { moment: Moment; undoable: boolean }): Promise<boolean> {
    const { moment } = options;
    let steps = moment instanceof Followed ? moment.mapping.maps.length : 0;
    let first: Transaction | null = null;
    for (let end = edits.length; end > 0 && !this.view.isDestroyed; end -= EDITS) {
      if (edits.length > EDITS) {
        await new Promise((resolve) => setTimeout(resolve));
        await this.settled();
      }
      const tr = this.apply(edits.slice(Math.max(0, end - EDITS), end), { ...options, after: first, more: end > EDITS });
      first ??= tr;
      steps += tr?.steps.length ?? 0;
    }
    return !(moment instanceof Followed) || moment.mapping.maps.length === steps;
  }

  /** Puts `text` in the place of everything, to the character. */
  replace(text: string, undoable: boolean): void {
    const { tr, doc } = this.view.state;
    tr.replaceWith(0, doc.content.size, docOf(text).content);
    this.view.dispatch(undoable ? closeHistory(tr) : tr.setMeta('addToHistory', false));
  }

  /** Puts words in the place of what is selected, or at the cursor; at the end where the writer has not been in the text. */
  write(words: string): void {
    if (words === '') return;
    void this.settled().then(() => {
      const end = endOfBody(this.text);
      this.apply([{ ...(this.selection ?? { start: end, end }), text: words }], { undoable: true });
      this.focus();
    });
  }

  /** Does what a tool does, at the selection. */
  run(tool: Tool): void {
    void this.settled().then(() => {
      TOOLS[tool](this.view.state, this.view.dispatch, this.view);
      this.view.focus();
    });
  }

  /** Does it in the place of the slash and the words behind it; null closes their menu only. */
  choose(tool: Tool | null): void {
    void this.settled().then(() => {
      const { state } = this.view;
      const at = slashAt(state);
      if (at === null) return;
      if (tool === null) return this.view.dispatch(closeSlash(state.tr));
      const tr = closeHistory(closeSlash(state.tr.delete(at, state.selection.head)).setMeta('addToHistory', true));
      this.view.dispatch(tr);
      TOOLS[tool](this.view.state, (then) => this.view.dispatch(then.setMeta('appendedTransaction', tr)), this.view);
    });
  }

  /** Takes back, or does again, one step of typing. */
  step(way: 'undo' | 'redo'): void {
    this.replaying = true;
    this.poured = null;
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

  /** Where the cursor is, in pixels of the window. */
  caretBox(): { left: number; top: number; bottom: number } {
    return this.view.coordsAtPos(this.view.state.selection.from);
  }

  tops(): Map<string, number> {
    return tops(this.view);
  }

  /** Puts the cursor where what a card is about begins. */
  goTo(id: string): void {
    const place = this.marks.find(id);
    if (place) this.dispatchQuietly((tr) => tr.setSelection(TextSelection.create(tr.doc, place.from)).scrollIntoView());
  }

  /** How high a place of the text is in the window, in pixels. */
  topAt(offset: number): number {
    return this.lineAt(new Places(this.view.state.doc).position(offset))?.getBoundingClientRect().top ?? 0;
  }

  /** Puts the cursor at a place of the text and its line at the top. */
  goToOffset(offset: number): void {
    const { state } = this.view;
    this.view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, new Places(state.doc).position(offset))));
    this.view.focus();
    this.lineAt(this.view.state.selection.from)?.scrollIntoView({ block: 'start' });
  }

  /** The line of a place as it is drawn; its marks, which may be hidden, have no height of their own. */
  private lineAt(position: number): Element | null {
    const { node } = this.view.domAtPos(position);
    return (node instanceof Element ? node : node.parentElement)?.closest('.ProseMirror > *') ?? null;
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

  /**
   * Nothing is changed before all of the text is there. It is editable even so: a browser would lay all of it out anew when it
   * becomes that.
   */
  private gate(): Plugin {
    return new Plugin({ filterTransaction: (tr) => this.loaded || !tr.docChanged || tr.getMeta(LOADING) === true });
  }

  /** A long text comes in slices, between which the page is not held up. */
  private async load(lines: readonly Node[]): Promise<void> {
    for (let from = SLICE; from < lines.length; from += SLICE) {
      await new Promise((resolve) => setTimeout(resolve));
      await this.settled();
      if (this.view.isDestroyed) return;
      const { tr, doc } = this.view.state;
      this.view.dispatch(tr.insert(doc.content.size, lines.slice(from, from + SLICE)).setMeta('addToHistory', false).setMeta(LOADING, true));
      // What is known of a line is not found out again.
      countsOf(this.view.state.doc);
    }
    this.loaded = true;
    this.view.setProps({});
  }

  /** Takes what has a structure as Markdown, at the place where it was pasted, whatever is typed meanwhile. */
  private paste(event: ClipboardEvent, { onPaste }: EditorOptions): boolean {
    const plain = wordsOf(event.clipboardData);
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
        const [start, end] = [places.offset(from), places.offset(to)];
        const edits = markdown === null ? [{ start, end, text: plain }] : markdown === '' ? [] : pasted(moment.text, start, end, markdown);
        const body = edits.toSorted((a, b) => b.text.length - a.text.length)[0];
        const notes = this.apply(edits.filter((edit) => edit !== body), { moment, undoable: true });
        if (body) this.put(moment.mapping.map(places.position(body.start), 1), moment.mapping.map(places.position(body.end), -1), body.text, notes);
      }
      this.release(moment);
    });
    return true;
  }

  /** Takes the plain text of a clipboard or a drop. */
  private take(data: DataTransfer | null, place: number | null, event: Event): boolean {
    const text = wordsOf(data);
    if (text === '') return false;
    event.preventDefault();
    const { from, to } = this.view.state.selection;
    this.put(place ?? from, place ?? to, placeAt(this.view.state, place ?? from) ? escaped(text) : text, null);
    return true;
  }

  /**
   * Puts a text in, the last part of a long one first: the cursor stands behind it at once, and what is typed goes on from
   * there while the rest comes in. All of it, and `before`, is one step of the history.
   */
  private put(from: number, to: number, text: string, before: Transaction | null): void {
    const waiting = parts(text);
    const { state } = this.view;
    const tr = state.tr.replace(from, Math.max(from, to), sliceOf(waiting.pop() ?? '', state.doc));
    tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(Math.max(from, to))));
    if (before) tr.setMeta('appendedTransaction', before);
    this.view.dispatch(tr.scrollIntoView());
    if (waiting.length > 0) void this.pour(waiting, from, before ?? tr);
  }

  private async pour(waiting: string[], at: number, first: Transaction): Promise<void> {
    const moment = new Followed(this.view.state.doc);
    this.moments.add(moment);
    this.poured = moment;
    for (const part of waiting.toReversed()) {
      await new Promise((resolve) => setTimeout(resolve));
      await this.settled();
      // Undone meanwhile: nothing more comes.
      if (this.view.isDestroyed || this.poured !== moment) break;
      const { state } = this.view;
      const place = moment.mapping.map(at, -1);
      this.view.dispatch(state.tr.replace(place, place, sliceOf(part, state.doc)).setMeta('appendedTransaction', first).scrollIntoView());
    }
    this.moments.delete(moment);
    if (this.poured === moment) this.poured = null;
  }

  /** A composition is over: what it wrote is shown as what it is. */
  private composed(): void {
    const shown = this.view.state.tr.setMeta(styleKey, true);
    this.view.dispatch(shown);
    const { state } = this.view;
    if (this.under && state.selection.$head.parent.content.size > 0 && rightUnder(state)) this.view.dispatch(apart(state).setMeta('appendedTransaction', shown).scrollIntoView());
    this.under = false;
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
}
