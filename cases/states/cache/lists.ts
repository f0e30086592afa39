/** An entry of a list that is linked in both directions; those used last are in front. */
export interface Linked {
  newer: this | undefined;
  older: this | undefined;
}

export class UsageList<E extends Linked> {
  newest: E | undefined;
  oldest: E | undefined;
  length = 0;

  addInFront(entry: E): void {
    entry.newer = undefined;
    entry.older = this.newest;
    if (this.newest) this.newest.newer = entry;
    this.newest = entry;
    this.oldest ??= entry;
    this.length++;
  }

  take(entry: E): void {
    if (entry.newer) entry.newer.older = entry.older;
    else this.newest = entry.older;
    if (entry.older) entry.older.newer = entry.newer;
    else this.oldest = entry.newer;
    entry.newer = undefined;
    entry.older = undefined;
    this.length--;
  }

  moveInFront(entry: E): void {
    if (this.newest === entry) return;
    this.take(entry);
    this.addInFront(entry);
  }

  /** From the one that was not used for longest on. */
  *fromOldest(): Generator<E> {
    for (let entry = this.oldest; entry; ) {
      // It may be taken while it is looked at.
      const next: E | undefined = entry.newer;
      yield entry;
      entry = next;
    }
  }
}
