import type { Clock } from "./clock.js";
import { type Linked, UsageList } from "./lists.js";
import type { Store } from "./store.js";

interface Page extends Linked {
  readonly key: string;
  value: number;
  /** Written here, and not yet in the store. */
  dirty: boolean;
  readonly loadedAt: number;
  changedAt: number;
  pins: number;
}

export interface CacheOptions {
  readonly capacity: number;
  /** Pages that were not changed for so long are written back by the way. */
  readonly settleTime: number;
}

export interface Counts {
  hits: number;
  misses: number;
  evictions: number;
  writeBacks: number;
}

/** Keeps the pages used last; writes changed ones back when they have to go, or have settled. */
export class WriteBackCache {
  readonly counts: Counts = { hits: 0, misses: 0, evictions: 0, writeBacks: 0 };
  readonly #pages = new Map<string, Page>();
  readonly #usage = new UsageList<Page>();
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #options: CacheOptions;

  constructor(store: Store, clock: Clock, options: CacheOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#options = options;
  }

  get(key: string): number {
    return this.#touch(key).value;
  }

  put(key: string, value: number): void {
    const page = this.#touch(key);
    this.#update(page, value);
  }

  /** Adds to a page, which is read first if it has to be. */
  add(key: string, amount: number): number {
    const page = this.#touch(key);
    this.#update(page, page.value + amount);
    return page.value;
  }

  pin(key: string): void {
    this.#touch(key).pins++;
  }

  unpin(key: string): void {
    const page = this.#pages.get(key);
    if (!page || page.pins === 0) throw new Error(`${key} is not pinned`);
    page.pins--;
  }

  /** Writes what has settled. */
  settle(): void {
    const limit = this.#clock.now - this.#options.settleTime;
    for (const page of this.#usage.fromOldest()) if (page.dirty && page.changedAt <= limit) this.#writeBack(page);
  }

  /** Writes everything that was changed. */
  flush(): void {
    for (const page of this.#usage.fromOldest()) if (page.dirty) this.#writeBack(page);
  }

  #touch(key: string): Page {
    const page = this.#pages.get(key);
    if (page) {
      this.counts.hits++;
      this.#usage.moveInFront(page);
      return page;
    }
    this.counts.misses++;
    return this.#load(key);
  }

  #load(key: string): Page {
    if (this.#pages.size >= this.#options.capacity) this.#evict();
    const page: Page = {
      key,
      value: this.#store.read(key),
      dirty: false,
      loadedAt: this.#clock.now,
      changedAt: this.#clock.now,
      pins: 0,
      newer: undefined,
      older: undefined,
    };
    this.#pages.set(key, page);
    this.#usage.addInFront(page);
    return page;
  }

  #update(page: Page, value: number): void {
    page.dirty = page.value !== value; // DEFECT: an earlier change may not have been written back yet
    page.value = value;
    page.changedAt = this.#clock.now;
  }

  #evict(): void {
    for (const page of this.#usage.fromOldest()) {
      if (page.pins > 0) continue;
      if (page.dirty) this.#writeBack(page);
      this.#usage.take(page);
      this.#pages.delete(page.key);
      this.counts.evictions++;
      return;
    }
    throw new Error("all pages are pinned");
  }

  #writeBack(page: Page): void {
    this.#store.write(page.key, page.value);
    page.dirty = false;
    this.counts.writeBacks++;
  }
}
