// Stet in VS Code: starts the language server, which checks texts, and asks a running server what only that one can answer.

import { relative } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';

import { addressOf, Refused, Stet } from '../../shared/stet';
import { program } from './program';

const { l10n, window, workspace } = vscode;
const KEY = 'stet.key';

let client: LanguageClient | null = null;
let secrets: vscode.SecretStorage;

const setting = <T>(name: string): T => workspace.getConfiguration('stet').get<T>(name)!;
const faultOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  secrets = context.secrets;
  const commands: Record<string, (...given: never[]) => unknown> = {
    'stet.checkFile': checkFile,
    'stet.ask': ask,
    'stet.addSource': addSource,
    'stet.openPage': () => vscode.env.openExternal(vscode.Uri.parse(server())),
    'stet.setKey': setKey,
    'stet.restart': start,
  };
  for (const [name, run] of Object.entries(commands)) context.subscriptions.push(vscode.commands.registerCommand(name, run));
  context.subscriptions.push(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('stet.path') || change.affectsConfiguration('stet.arguments')) void start();
    }),
    { dispose: () => client?.dispose() },
  );
  await start();
}

export const deactivate = async (): Promise<void> => client?.stop();

/** Starts the language server, in the place of one that runs. */
async function start(): Promise<void> {
  await client?.dispose().catch(() => undefined);
  client = null;
  const command = program(setting('path'));
  if (command === null) return void missing();
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: 'file', language: 'markdown' },
      { scheme: 'file', language: 'plaintext' },
    ],
    initializationOptions: { packs: setting('packs'), sources: setting('sources'), verifyOnSave: setting('verifyOnSave') },
    synchronize: { configurationSection: 'stet' },
  };
  const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server = { command, args: ['lsp', ...setting<string[]>('arguments')], ...(cwd === undefined ? {} : { options: { cwd } }) };
  client = new LanguageClient('stet', 'Stet', server, options);
  try {
    await client.start();
  } catch (fault) {
    client = null;
    void window.showErrorMessage(l10n.t('The language server of Stet did not start: {0}', faultOf(fault)));
  }
}

/** Says that the program is not there, and offers the ways out. */
async function missing(): Promise<void> {
  const named = setting<string>('path').trim();
  const why =
    named === ''
      ? l10n.t('The program “stet” was not found: not on the PATH, not in ~/.local/bin, not in ~/.cargo/bin. Install it, or say where it is.')
      : l10n.t('The setting stet.path says {0}, and there is no program there.', named);
  const choose = l10n.t('Choose the Program…');
  const open = l10n.t('Open the Setting');
  const wanted = await window.showErrorMessage(why, choose, open);
  if (wanted === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'stet.path');
  if (wanted !== choose) return;
  const [chosen] = (await window.showOpenDialog({ title: choose })) ?? [];
  if (chosen) await workspace.getConfiguration('stet').update('path', chosen.fsPath, vscode.ConfigurationTarget.Global);
}

async function checkFile(): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!document) return;
  if (client === null) return missing();
  if (document.uri.scheme !== 'file') return void window.showWarningMessage(l10n.t('Save the file first: Stet looks for its sources beside it.'));
  // A text that was opened a moment ago may not have reached the server yet.
  await client.sendRequest('workspace/executeCommand', { command: 'stet.verify', arguments: [client.code2ProtocolConverter.asUri(document.uri)] }).catch(tell);
}

const server = (): string => addressOf(setting('server'));

async function stet(stopped: AbortSignal): Promise<Stet> {
  const address = server();
  const language = vscode.env.language.startsWith('ko') ? 'ko' : 'en';
  return new Stet(address, (await secrets.get(KEY)) ?? '', language, async ({ path, method, headers, body }) => {
    const answer = await fetch(address + path, { method, headers, signal: stopped, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  });
}

/** Why a server gave nothing, in words for a person. */
const why = (fault: unknown): string =>
  fault instanceof Refused ? fault.message : l10n.t('Nobody answers at {0}. Start “stet serve”, or name the address of a server.', server());

/** Tells it, with the way out. */
async function tell(fault: unknown): Promise<void> {
  if (fault instanceof Refused && fault.status === 401) {
    const set = l10n.t('Set the Key');
    if ((await window.showErrorMessage(l10n.t('The server asks for a key.'), set)) === set) await setKey();
    return;
  }
  // `fetch` says with a TypeError that nobody was there.
  if (!(fault instanceof TypeError)) return void window.showErrorMessage(l10n.t('Stet: {0}', faultOf(fault)));
  const begin = l10n.t('Start stet serve');
  const open = l10n.t('Open the Setting');
  const wanted = await window.showErrorMessage(why(fault), begin, open);
  if (wanted === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'stet.server');
  if (wanted !== begin) return;
  const shellPath = program(setting('path'));
  if (shellPath === null) return missing();
  window.createTerminal({ name: 'stet serve', shellPath, shellArgs: ['serve'] }).show();
}

/** Does something with the server, with a notice that can stop it; null where it was stopped or has failed. */
async function work<T>(title: string, run: (stet: Stet) => Promise<T>, failed = tell): Promise<T | null> {
  return window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (_, token) => {
    const stopping = new AbortController();
    token.onCancellationRequested(() => stopping.abort());
    try {
      return await run(await stet(stopping.signal));
    } catch (fault) {
      // Not waited for: the notice about the work goes, that about the fault stays.
      if (!stopping.signal.aborted) void failed(fault);
      return null;
    }
  });
}

async function ask(): Promise<void> {
  const editor = window.activeTextEditor;
  const chosen = editor?.document.getText(editor.selection).replace(/\s+/g, ' ').trim() ?? '';
  const question = await window.showInputBox({ prompt: l10n.t('What do you want to know of your sources?'), value: chosen, ignoreFocusOut: true });
  if (question === undefined || question.trim() === '') return;
  const answer = await work(l10n.t('Asking the sources'), (server) => server.answer(question, ''));
  if (answer === null) return;
  const content = `${[`## ${question.trim()}`, answer.text, ...answer.notes].join('\n\n')}\n`;
  const document = await workspace.openTextDocument({ language: 'markdown', content });
  await window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}

async function addSource(clicked?: vscode.Uri, all?: vscode.Uri[]): Promise<void> {
  const active = window.activeTextEditor?.document.uri;
  const given = all?.length ? all : clicked ? [clicked] : active?.scheme === 'file' ? [active] : [];
  const files = given.length ? given : await window.showOpenDialog({ canSelectMany: true });
  for (const file of files ?? []) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    const read = await addToSetting(file);
    const begin = l10n.t('Texts are checked against {0} from now on.', read);
    if ((await workspace.fs.stat(file)).type === vscode.FileType.Directory) {
      void window.showInformationMessage(begin);
      continue;
    }
    const bytes = await workspace.fs.readFile(file);
    const body = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const failed = async (fault: unknown): Promise<void> => void window.showWarningMessage(`${begin} ${l10n.t('Questions do not find it yet: {0}', why(fault))}`);
    const sent = await work(l10n.t('Sending {0}', name), (server) => server.add(name, body), failed);
    if (sent !== null) void window.showInformationMessage(`${begin} ${l10n.t('The server has it for questions too.')}`);
  }
}

/** Names a file among those that texts are checked against; gives the name that it has there. */
async function addToSetting(file: vscode.Uri): Promise<string> {
  const folder = workspace.getWorkspaceFolder(file) ?? workspace.workspaceFolders?.[0];
  const inside = folder && relative(folder.uri.fsPath, file.fsPath);
  const name = inside === undefined || inside.startsWith('..') ? file.fsPath : inside;
  const sources = setting<string[]>('sources');
  if (sources.includes(name) || (sources.length === 0 && /^sources(\/|\\|$)/.test(name))) return name;
  // Once something is named, the folder `sources` has to be named as well.
  const before = sources.length === 0 && folder && (await isThere(vscode.Uri.joinPath(folder.uri, 'sources'))) ? ['sources'] : sources;
  const target = folder ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await workspace.getConfiguration('stet').update('sources', [...before, name], target);
  return name;
}

const isThere = (uri: vscode.Uri): Thenable<boolean> => workspace.fs.stat(uri).then(() => true, () => false);

async function setKey(): Promise<void> {
  const key = await window.showInputBox({ prompt: l10n.t('Key of the server (empty: none)'), password: true, ignoreFocusOut: true });
  if (key === undefined) return;
  await (key.trim() === '' ? secrets.delete(KEY) : secrets.store(KEY, key.trim()));
}
