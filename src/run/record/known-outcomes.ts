import { Journal } from "../../trial/journal.ts";
import type { Observation } from "../../trial/observation.ts";

/** The outcomes that a run knows by the content of the world: its own, and those that earlier runs of the same test left. */
export class KnownOutcomes {
  readonly #own = new Map<string, Observation>();
  readonly #reused = new Map<string, Observation>();
  /** The contents of the worlds whose outcome an earlier session of the run has found. */
  #onRecord: ReadonlySet<string> = new Set();
  #shared: Journal | undefined;

  /** The first outcome of a world stands. */
  learn(observation: Observation): void {
    if (!this.#own.has(observation.content)) this.#own.set(observation.content, observation);
  }

  /** What was learned so far is of earlier sessions. */
  keepAsRecord(): void {
    this.#onRecord = new Set(this.#own.keys());
  }

  isOnRecord(content: string): boolean {
    return this.#onRecord.has(content);
  }

  of(content: string): Observation | undefined {
    return this.#own.get(content) ?? this.#reused.get(content);
  }

  isReused(content: string): boolean {
    return this.#reused.has(content);
  }

  /** Reads the outcomes that earlier runs left in a file; from now on, `share` adds to them. */
  reuse(path: string): void {
    const { journal, events } = Journal.open<Observation>(path);
    this.#shared = journal;
    for (const each of events) if (!this.#own.has(each.content)) this.#reused.set(each.content, each);
  }

  /** Leaves an outcome to later runs, if outcomes are reused. */
  share(observation: Observation): void {
    this.#shared?.append(observation);
  }

  close(): void {
    this.#shared?.close();
  }
}
