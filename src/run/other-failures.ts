import type { OtherFailure } from "../core/finding.ts";
import { withEllipses } from "../trial/identity/printed-text.ts";
import type { World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import type { RunRecord } from "./record/record.ts";

interface SeenFailure {
  /** Equal for failures that count as one. */
  readonly failure: string;
  /** As it was first printed, for people. */
  printed?: string;
  count: number;
  /** The smallest world that failed in this way, saved in the record. */
  witness?: { readonly path: string; readonly size: number };
}

/** Failures beyond this number are counted, but have no witness. */
const maxWitnesses = 20;

/** The failures that a search meets besides the one it is for. Each may be a bug of its own. */
export class OtherFailures {
  readonly #record: RunRecord;
  readonly #seen: Map<string, SeenFailure>;

  constructor(record: RunRecord) {
    this.#record = record;
    const known = record.load<SeenFailure[]>(file) ?? [];
    // The file is read for the witnesses; the counts come from the journal.
    this.#seen = new Map(
      known.map(({ witness, failure }) => [failure, { failure, count: 0, ...(witness ? { witness } : {}) }]),
    );
  }

  /** Counts a trial of this session or an earlier one. */
  count({ otherFailure, printed }: Observation): void {
    if (otherFailure === undefined) return;
    const seen = this.#seen.get(otherFailure) ?? { failure: otherFailure, count: 0 };
    seen.count++;
    if (printed !== undefined) seen.printed ??= printed;
    this.#seen.set(otherFailure, seen);
  }

  /** Saves the world that was just tested, if it is the smallest that failed in this way. */
  keep({ otherFailure }: Observation, { size, keep }: World): void {
    const seen = otherFailure === undefined ? undefined : this.#seen.get(otherFailure);
    if (!seen || !keep || size === undefined) return;
    const number = [...this.#seen.keys()].indexOf(seen.failure);
    if (number >= maxWitnesses || (seen.witness && seen.witness.size <= size)) return;
    try {
      seen.witness = { path: keep(this.#record.prepareOutputPath(`other-${number + 1}`)), size };
      this.#record.save(file, [...this.#seen.values()]);
    } catch {
      // On a full disk the search itself continues.
    }
  }

  /** The most frequent first. */
  get all(): OtherFailure[] {
    return [...this.#seen.values()]
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .map(({ failure, printed = withEllipses(failure), count, witness }) => ({
        failure: printed,
        count,
        ...(witness ? { file: witness.path } : {}),
      }));
  }
}

const file = "other-failures.json";
