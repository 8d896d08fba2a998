/** The projects of the workspace, as lists and dialogs show them. Which one is chosen is the address's (`navigation.project`). */
import type { Project } from '../generated/api';
import { navigation } from '../navigation.svelte';
import { problemOf } from '../problem';
import type { Problem } from '../wire';
import * as api from './api';

class Projects {
  list = $state.raw<Project[]>([]);
  problem = $state.raw<Problem | null>(null);
  readonly chosen = $derived(this.list.find(({ id }) => id === navigation.project));

  async load(): Promise<void> {
    await this.doing(async () => undefined);
  }

  /** Does something, then lists what is now; says what was wrong, and that nothing came of it. */
  async doing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await work();
      this.list = await api.listProjects();
      // One that is gone would hide everything.
      if (navigation.project !== null && this.chosen === undefined) navigation.choose(null);
      this.problem = null;
      return done;
    } catch (error) {
      this.problem = problemOf(error);
      return undefined;
    }
  }
}

export const projects = new Projects();
