/** The works of the bibliography, as far as the page has asked for them. */
import { ApiError } from '../api';
import { problemOf } from '../problem';
import type { Problem } from '../wire';
import { deleteWork, importWorks, importZotero, listWorks, type ImportedWorks, type Work } from './citing';

/** Pause after a letter of the query (ms). */
const AFTER = 150;

class Works {
  list = $state.raw<readonly Work[]>([]);
  /** How many there are that fit the query. */
  total = $state(0);
  /** There are any at all. */
  some = $state(false);
  query = $state('');
  imported = $state.raw<ImportedWorks | null>(null);
  problem = $state.raw<Problem | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  /** Asks again. A server without a bibliography has no works. */
  async load(): Promise<void> {
    clearTimeout(this.timer);
    this.asked += 1;
    const { asked, query } = this;
    try {
      const { works, total } = await listWorks(query.trim());
      if (asked !== this.asked) return;
      [this.list, this.total, this.problem] = [works, total, null];
      if (query.trim() === '' || total > 0) this.some = total > 0;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) this.problem = problemOf(error);
    }
  }

  search(query: string): void {
    this.query = query;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), AFTER);
  }

  /** Takes the works of a file in, or of the Zotero on the server's machine. */
  async take(file: File | null): Promise<void> {
    [this.imported, this.problem] = [null, null];
    try {
      this.imported = await (file === null ? importZotero() : importWorks(file));
      this.query = '';
      await this.load();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await deleteWork(key);
      await this.load();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }
}

export const works = new Works();
