/**
 * The order in which typing and decisions happened, so that undo takes back the last of them, whichever it was. Typing is
 * kept by the editor's own history, of which one entry here stands for one step; decisions are the server's. Pure.
 */
export interface Decided {
  action: 'accept' | 'reject';
  ids: readonly string[];
}

export type Deed = 'typing' | Decided;

export class Journal {
  private done: Deed[] = [];
  private undone: Deed[] = [];

  /** Something new was done: what was undone before cannot be done again. */
  add(deed: Deed): void {
    this.done.push(deed);
    this.undone = [];
  }

  /** What is to be taken back now; null at the beginning. */
  undo(): Deed | null {
    return move(this.done, this.undone);
  }

  /** What is to be done again now; null where nothing was undone. */
  redo(): Deed | null {
    return move(this.undone, this.done);
  }

  /** The last decision, whatever was typed since. */
  lastDecision(): Decided | null {
    return this.done.findLast((deed) => deed !== 'typing') ?? null;
  }

  /** These decisions were taken back by name, out of turn. */
  forget(ids: readonly string[]): void {
    const without = (deeds: Deed[]): Deed[] =>
      deeds.flatMap((deed): Deed[] => {
        if (deed === 'typing') return [deed];
        const rest = deed.ids.filter((id) => !ids.includes(id));
        return rest.length === 0 ? [] : [{ ...deed, ids: rest }];
      });
    this.done = without(this.done);
    this.undone = without(this.undone);
  }
}

function move(from: Deed[], to: Deed[]): Deed | null {
  const deed = from.pop();
  if (deed === undefined) return null;
  to.push(deed);
  return deed;
}
