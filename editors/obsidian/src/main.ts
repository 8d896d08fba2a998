// Stet in Obsidian, over the API of a running server: checks a note, answers a question into it, sends notes as sources.

import type { EditorView } from '@codemirror/view';
import { FuzzySuggestModal, MarkdownView, Modal, Notice, Plugin, PluginSettingTab, requestUrl, Setting, TFile, TFolder, type App, type Editor, type TAbstractFile } from 'obsidian';

import { addressOf, moved, Refused, Stet, type Finding } from '../../shared/stet';
import { language, say, told } from './i18n';
import { found, marks, placeOf } from './marks';
import { inserted, nameOf } from './note';
import { Panel, PANEL } from './panel';

interface Settings {
  server: string;
  key: string;
}

/** What CodeMirror calls the editor; Obsidian has it, and leaves it out of its types. */
const codeMirror = (editor: Editor): EditorView => (editor as Editor & { cm: EditorView }).cm;

export default class StetPlugin extends Plugin {
  options: Settings = { server: 'http://127.0.0.1:8787', key: '' };

  override async onload(): Promise<void> {
    Object.assign(this.options, await this.loadData());
    this.registerEditorExtension(marks);
    this.registerView(PANEL, (leaf) => new Panel(leaf));
    this.addSettingTab(new SettingsTab(this.app, this));
    this.addCommand({ id: 'check', name: say('check'), editorCallback: (editor, view) => void this.check(editor, view.file) });
    this.addCommand({ id: 'clear', name: say('clear'), editorCallback: (editor) => codeMirror(editor).dispatch({ effects: found.of([]) }) });
    this.addCommand({ id: 'ask', name: say('ask'), editorCallback: (editor) => new Question(this.app, editor.getSelection(), (question) => void this.ask(editor, question)).open() });
    this.addCommand({ id: 'add-note', name: say('addNote'), editorCallback: (_, view) => view.file && void this.add(view.file) });
    this.addCommand({ id: 'add-folder', name: say('addFolder'), callback: () => new Folders(this.app, (folder) => void this.add(folder)).open() });
    this.addRibbonIcon('check-check', say('check'), () => {
      const view = this.app.workspace.getActiveViewOfType(MarkdownView);
      if (view) void this.check(view.editor, view.file);
    });
    this.registerEvent(
      this.app.workspace.on('file-menu', (menu, file) => {
        menu.addItem((item) => item.setTitle(say(file instanceof TFolder ? 'addFolder' : 'addNote')).setIcon('upload').onClick(() => void this.add(file)));
      }),
    );
  }

  private get stet(): Stet {
    const address = addressOf(this.options.server);
    return new Stet(address, this.options.key, language, async ({ path, method, headers, body }) => {
      const { status, text } = await requestUrl({ url: address + path, method, headers, throw: false, ...(body === undefined ? {} : { body }) });
      return { status, text };
    });
  }

  /** Does something with the server under a notice; null where it has failed, which is told. */
  private async work<T>(title: string, run: (stet: Stet) => Promise<T>): Promise<T | null> {
    const notice = new Notice(title, 0);
    try {
      return await run(this.stet);
    } catch (fault) {
      if (fault instanceof Refused) new Notice(fault.status === 401 ? say('needsKey') : fault.message, 10_000);
      else new Notice(told.nobody(addressOf(this.options.server)), 10_000);
      return null;
    } finally {
      notice.hide();
    }
  }

  private async check(editor: Editor, file: TFile | null): Promise<void> {
    const text = editor.getValue();
    if (text.trim() === '') return void new Notice(say('empty'));
    const result = await this.work(say('checking'), (stet) => stet.check(text, file ? nameOf(file.path) : ''));
    if (result === null) return;
    const findings = moved(result.findings, text, editor.getValue());
    codeMirror(editor).dispatch({ effects: found.of(findings) });
    const summary = told.found(findings.length, result.checked, result.supported);
    new Notice(summary);
    await this.show(editor, file?.basename ?? '', summary, findings);
  }

  private async show(editor: Editor, note: string, summary: string, findings: Finding[]): Promise<void> {
    const { workspace } = this.app;
    const leaf = workspace.getLeavesOfType(PANEL)[0] ?? workspace.getRightLeaf(false);
    await leaf?.setViewState({ type: PANEL, active: false });
    if (leaf === null || !(leaf.view instanceof Panel)) return;
    await workspace.revealLeaf(leaf);
    const now = editor.getValue();
    const at = (index: number): { from: number; to: number } | null => {
      const place = placeOf(codeMirror(editor).state, index);
      if (place === null) new Notice(say('gone'));
      return place;
    };
    leaf.view.show({
      note,
      summary,
      findings: findings.map((finding) => ({ ...finding, words: now.slice(finding.start, finding.end) })),
      goTo: (index) => {
        const place = at(index);
        if (place === null) return;
        const [from, to] = [editor.offsetToPos(place.from), editor.offsetToPos(place.to)];
        editor.setSelection(from, to);
        editor.scrollIntoView({ from, to }, true);
        editor.focus();
      },
      mend: (index) => {
        const [place, finding] = [at(index), findings[index]];
        if (place === null || !finding?.fix) return;
        const start = place.from + finding.fix.start - finding.start;
        const end = start + finding.fix.end - finding.fix.start;
        // Only where the sentence still has these words at this place.
        if (editor.getRange(editor.offsetToPos(start), editor.offsetToPos(end)) !== now.slice(finding.fix.start, finding.fix.end)) return void new Notice(say('gone'));
        editor.replaceRange(finding.fix.text, editor.offsetToPos(start), editor.offsetToPos(end));
      },
    });
  }

  private async ask(editor: Editor, question: string): Promise<void> {
    const answer = await this.work(say('asking'), (stet) => stet.answer(question));
    if (answer === null) return;
    const at = editor.posToOffset(editor.getCursor('to'));
    const changes = inserted(editor.getValue(), at, answer);
    editor.transaction({ changes: changes.map(({ at, text }) => ({ from: editor.offsetToPos(at), text })) });
  }

  private async add(file: TAbstractFile): Promise<void> {
    const files = filesIn(file);
    let known = 0;
    for (const one of files) {
      const bytes = await this.app.vault.readBinary(one);
      const isKnown = await this.work(told.sending(one.path), (stet) => stet.add(nameOf(one.path), bytes));
      if (isKnown === null) return;
      known += Number(isKnown);
    }
    new Notice(told.sent(files.length, known));
  }
}

/** What of a folder can be read as a source. */
function filesIn(file: TAbstractFile): TFile[] {
  if (file instanceof TFolder) return file.children.flatMap(filesIn);
  return file instanceof TFile && file.extension !== 'canvas' && file.extension !== 'base' ? [file] : [];
}

class Question extends Modal {
  constructor(app: App, selected: string, ask: (question: string) => void) {
    super(app);
    this.setTitle(say('question'));
    let question = selected.trim();
    const done = (): void => {
      this.close();
      if (question.trim() !== '') ask(question.trim());
    };
    new Setting(this.contentEl).setClass('stet-question').addText((field) => {
      field.setValue(question).onChange((value) => (question = value));
      field.inputEl.style.width = '100%';
      field.inputEl.addEventListener('keydown', (event) => {
        // A letter of Korean in the making is ended by the same key.
        if (event.key === 'Enter' && !event.isComposing) done();
      });
    });
    new Setting(this.contentEl).addButton((button) => button.setButtonText('OK').setCta().onClick(done));
  }
}

class Folders extends FuzzySuggestModal<TFolder> {
  constructor(
    app: App,
    private readonly choose: (folder: TFolder) => void,
  ) {
    super(app);
  }

  getItems = (): TFolder[] => this.app.vault.getAllLoadedFiles().filter((file) => file instanceof TFolder);
  getItemText = (folder: TFolder): string => folder.path;
  onChooseItem = (folder: TFolder): void => this.choose(folder);
}

class SettingsTab extends PluginSettingTab {
  constructor(
    app: App,
    private readonly plugin: StetPlugin,
  ) {
    super(app, plugin);
  }

  override display(): void {
    const { containerEl, plugin } = this;
    containerEl.empty();
    const keep = async (change: Partial<Settings>): Promise<void> => plugin.saveData(Object.assign(plugin.options, change));
    new Setting(containerEl).setName(say('server')).setDesc(say('serverIs')).addText((field) => field.setValue(plugin.options.server).onChange((server) => keep({ server })));
    new Setting(containerEl).setName(say('key')).setDesc(say('keyIs')).addText((field) => {
      field.inputEl.type = 'password';
      field.setValue(plugin.options.key).onChange((key) => keep({ key: key.trim() }));
    });
  }
}
