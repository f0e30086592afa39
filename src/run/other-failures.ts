import type { OtherFailure } from "../core/finding.ts";
import type { World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import type { RunRecord } from "./record.ts";

interface Met {
  readonly failure: string;
  count: number;
  /** The smallest world that failed so, kept in the record. */
  witness?: { readonly path: string; readonly size: number };
}

/** More kinds than this are counted, but no witness of them is kept. */
const mostKept = 20;

/** The failures met on the way that are not the one searched for. Each may be a find of its own. */
export class OtherFailures {
  readonly #record: RunRecord;
  readonly #met: Map<string, Met>;

  constructor(record: RunRecord) {
    this.#record = record;
    const known = record.load<Met[]>(file) ?? [];
    // Counted anew from the journal; what is in the file are the witnesses.
    this.#met = new Map(
      known.map(({ witness, failure }) => [failure, { failure, count: 0, ...(witness ? { witness } : {}) }]),
    );
  }

  /** A trial was made, now or in an earlier session. */
  count({ otherFailure }: Observation): void {
    if (otherFailure === undefined) return;
    const met = this.#met.get(otherFailure) ?? { failure: otherFailure, count: 0 };
    met.count++;
    this.#met.set(otherFailure, met);
  }

  /** Keeps the world that was just tested, if it is the smallest that failed so. */
  keep({ otherFailure }: Observation, { size, keep }: World): void {
    const met = otherFailure === undefined ? undefined : this.#met.get(otherFailure);
    if (!met || !keep || size === undefined) return;
    const number = [...this.#met.keys()].indexOf(met.failure);
    if (number >= mostKept || (met.witness && met.witness.size <= size)) return;
    try {
      met.witness = { path: keep(this.#record.place(`other-${number + 1}`)), size };
      this.#record.save(file, [...this.#met.values()]);
    } catch {
      // On a full disk the search itself goes on.
    }
  }

  /** The most frequent first. */
  get all(): OtherFailure[] {
    return [...this.#met.values()]
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .map(({ failure, count, witness }) => ({ failure, count, ...(witness ? { file: witness.path } : {}) }));
  }
}

const file = "other-failures.json";
