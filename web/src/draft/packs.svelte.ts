/** The criteria packs of the server, as far as writing needs them: their names, and which are switched on. */
import { ApiError, listPacks } from '../api';
import type * as Wire from '../generated/api';

export interface Pack extends Pick<Wire.Pack, 'id' | 'name' | 'isActive'> {
  /** Texts of the rules by their ids. */
  rules: Record<string, string>;
}

/** What a revision accepts. */
const MOST = 20;

/** An id that begins with the time at which it was made. */
const TIMED = /^[\da-f]{8}-[\da-f]{4}-7/u;

class Packs {
  list = $state.raw<Pack[]>([]);
  /** Asked for at least once with an answer. */
  known = $state(false);

  /** Asks again; a server without packs has none, and where it does not answer the list stays as it was. */
  async load(): Promise<void> {
    try {
      this.list = (await listPacks()).map(({ id, name, isActive, criteriaDefinition }) => {
        const rules = criteriaDefinition.rules.map((rule) => [rule.id, rule.text ?? ''] as const);
        return { id, name, isActive, rules: Object.fromEntries(rules) };
      });
      this.known = true;
    } catch (error) {
      if (error instanceof ApiError) this.known = true;
    }
  }

  /** Those of `chosen` that still exist; null stands for those that are switched on and older than the draft, whose ids tell when they were made. */
  ids(chosen: readonly string[] | null, draft: string): string[] {
    const older = (id: string): boolean => !(TIMED.test(id) && TIMED.test(draft)) || id < draft;
    return this.list.filter((pack) => (chosen === null ? pack.isActive && older(pack.id) : chosen.includes(pack.id))).map((pack) => pack.id).slice(0, MOST);
  }

  /** What a rule says, in the words of its pack; null when no pack has it. */
  ruleText(id: string): string | null {
    for (const pack of this.list) if (pack.rules[id]) return pack.rules[id];
    return null;
  }
}

export const packs = new Packs();
