/** Several things of one list, chosen to be moved together. */
export class Several {
  /** Rows can be chosen. */
  on = $state(false);
  ids = $state.raw<ReadonlySet<string>>(new Set());
  private last = '';

  begin(id: string): void {
    this.on = true;
    this.ids = new Set([id]);
    this.last = id;
  }

  end(): void {
    this.on = false;
    this.ids = new Set();
  }

  /** Chooses a row or lets go of it; `upTo`: also all between it and the one before, in the `order` of the list. */
  choose(id: string, upTo: boolean, order: readonly string[]): void {
    const ids = new Set(this.ids);
    const chosen = !ids.has(id);
    const [from, to] = [order.indexOf(this.last), order.indexOf(id)].sort((a, b) => a - b);
    const rows = upTo && from !== undefined && from >= 0 && to !== undefined ? order.slice(from, to + 1) : [id];
    for (const one of rows) {
      if (chosen) ids.add(one);
      else ids.delete(one);
    }
    this.ids = ids;
    this.last = id;
  }
}
