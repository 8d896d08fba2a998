/** The packs on the server and the edits that are not saved yet; both outlive a visit to another page. */
import { problemOf } from '../problem';
import type { Pack, PackContent } from '../generated/api';
import type { Problem } from '../wire';
import * as api from './api';
import type { PackProblem } from './api';
import { editPack, packInput, placeProblems, type EditedPack, type PlacedProblem } from './pack';

/** Stands in the address for a pack that the server has not got yet. */
export const NEW = 'new';

/** One pack on the desk. */
export class OpenPack {
  edited = $state<EditedPack>() as EditedPack;
  stored = $state.raw<Pack>() as Pack;
  saving = $state(false);
  problem = $state.raw<Problem | null>(null);
  placed = $state.raw<PlacedProblem[]>([]);

  constructor(pack: Pack) {
    this.stored = pack;
    this.edited = editPack(pack);
  }

  get id(): string {
    return this.stored.id;
  }

  /** Nothing of it was saved yet. */
  get fresh(): boolean {
    return this.id === NEW;
  }

  /** Whether the desk has something that the server has not. */
  get dirty(): boolean {
    return JSON.stringify(packInput(this.edited)) !== JSON.stringify(packInput(editPack(this.stored)));
  }

  revert(): void {
    this.edited = editPack(this.stored);
    this.problem = null;
    this.placed = [];
  }

  /** Takes the rules of an earlier version onto the desk; nothing is saved yet. */
  takeVersion(version: api.Version): void {
    const content = { ...this.stored, criteriaDefinition: version.criteriaDefinition };
    const { rules, doExamples, dontExamples } = editPack(content);
    Object.assign(this.edited, { rules, doExamples, dontExamples });
  }

  /** True when the server has what is on the desk. */
  async save(): Promise<boolean> {
    if (!this.dirty && !this.fresh) return true;
    this.saving = true;
    try {
      const before = JSON.stringify(packInput(this.edited));
      this.stored = this.fresh ? await api.createPack(packInput(this.edited)) : await api.replacePack(this.id, packInput(this.edited));
      this.problem = null;
      this.placed = [];
      // The desk stays as it is, also what was typed meanwhile, unless the server has made something else of it.
      const made = JSON.stringify(packInput(editPack(this.stored)));
      if (made !== before && JSON.stringify(packInput(this.edited)) === before) this.edited = editPack(this.stored);
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      this.placed = placeProblems(api.problemsOf(error), this.edited.rules);
      return false;
    } finally {
      this.saving = false;
    }
  }
}

/** What there is to say of an imported file. */
export interface ImportReport {
  fileName: string;
  /** Why it was not taken in; null when it was. */
  problem: Problem | null;
  /** The places that are to blame, or, in a file that was taken in, those that were not read. */
  places: PackProblem[];
}

class Packs {
  list = $state.raw<Pack[]>([]);
  examples = $state.raw<PackContent[]>([]);
  loaded = $state(false);
  problem = $state.raw<Problem | null>(null);
  reports = $state.raw<ImportReport[]>([]);
  private readonly desk = new Map<string, OpenPack>();

  async load(): Promise<void> {
    try {
      [this.list, this.examples] = await Promise.all([api.listPacks(), api.listExamples()]);
      this.problem = null;
      this.loaded = true;
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  /** The pack with what was changed in it; null when there is no such pack. */
  open(id: string): OpenPack | null {
    const known = this.desk.get(id);
    if (known) return known;
    const pack = this.list.find((one) => one.id === id);
    if (!pack) return null;
    const opened = new OpenPack(pack);
    this.desk.set(id, opened);
    return opened;
  }

  /** A pack on the desk that the server gets when it is saved. */
  begin(name: string): OpenPack {
    const known = this.desk.get(NEW);
    if (known) return known;
    const empty = { rules: [], do_examples: [], dont_examples: [] };
    const opened = new OpenPack({
      id: NEW, name, version: 0, criteriaDefinition: empty, commonPitfalls: [], evidenceChunkIds: [], category: '', difficulty: '', isActive: true, createdAt: '', updatedAt: '',
    });
    this.desk.set(NEW, opened);
    return opened;
  }

  /** Whether some pack has changes that are not saved. */
  unsaved(): boolean {
    return [...this.desk.values()].some((pack) => pack.dirty);
  }

  async create(content: Partial<PackContent> & { name: string }): Promise<Pack | null> {
    try {
      const made = await api.createPack(content);
      this.list = [...this.list, made];
      this.problem = null;
      return made;
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    }
  }

  async import(files: Iterable<File>): Promise<void> {
    for (const file of files) {
      try {
        const made = await api.importPack(file);
        this.list = [...this.list.filter((pack) => pack.id !== made.id), made];
        this.desk.delete(made.id);
        const places = made.warnings ?? [];
        if (places.length > 0) this.report({ fileName: file.name, problem: null, places });
      } catch (error) {
        this.report({ fileName: file.name, problem: problemOf(error), places: api.problemsOf(error) });
      }
    }
  }

  private report(report: ImportReport): void {
    this.reports = [...this.reports, report];
  }

  dismiss(report: ImportReport): void {
    this.reports = this.reports.filter((one) => one !== report);
  }

  async setActive(pack: Pack, isActive: boolean): Promise<void> {
    try {
      const stored = await api.replacePack(pack.id, { ...packInput(editPack(pack)), isActive });
      this.took(stored);
      const open = this.desk.get(pack.id);
      if (open) {
        open.stored = stored;
        open.edited.isActive = isActive;
      }
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async remove(pack: Pack): Promise<void> {
    try {
      await api.deletePack(pack.id);
      this.desk.delete(pack.id);
      this.list = this.list.filter((one) => one.id !== pack.id);
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  /** The list has the newest state of a pack. */
  took(stored: Pack): void {
    const begun = this.desk.get(NEW);
    if (begun && !begun.fresh) {
      this.desk.delete(NEW);
      this.desk.set(stored.id, begun);
      this.list = [...this.list, stored];
    }
    this.list = this.list.map((one) => (one.id === stored.id ? stored : one));
  }
}

export const packs = new Packs();
