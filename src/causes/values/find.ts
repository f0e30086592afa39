import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import { asking, bestOf, type DeltaSearch } from "../../core/search.ts";
import { UserError } from "../../core/user-error.ts";
import { lookAhead } from "../../drive/look-ahead.ts";
import { testedIn } from "../../drive/replay.ts";
import { sequential } from "../../drive/sequential.ts";
import type { TrialResult } from "../../drive/walk.ts";
import { brokenAssumptions, type FoundSets, unresolvedOutcomes } from "../../search/assumptions.ts";
import { dd } from "../../search/dd.ts";
import { simplifying } from "../../search/names.ts";
import type { Unit } from "../../world/text/pieces.ts";
import { type Sequence, sequenceOf, type Value, type Widened } from "./sequence.ts";
import { asOutcome, type Test } from "./test.ts";

export interface FindOptions {
  /** The pieces into which a string or bytes are cut. Default: characters for strings, bytes for bytes. */
  readonly by?: Unit;
  /** How many tests may run at once; more than one pays for tests that wait for something. */
  readonly jobs?: number;
  readonly maxTests?: number;
  /** Ends the search early, with the best result so far. */
  readonly signal?: AbortSignal;
}

export interface SimplifyOptions extends FindOptions {
  /** The name of the search; default: `auto`. */
  readonly search?: string;
}

interface Found {
  /** How many tests the search needed. */
  readonly tests: number;
  /** Proved: no single piece can be left out (simplify) or moved (isolate). */
  readonly minimal: boolean;
  readonly assumptions: readonly BrokenAssumption[];
}

export interface Simplified<V> extends Found {
  /** The smallest failing value found. */
  readonly failing: V;
  /** Its pieces, as numbers of the pieces of the whole. */
  readonly deltas: DeltaSet;
}

export interface Isolated<V> extends Found {
  readonly failing: V;
  readonly passing: V;
  /** What the failing value has and the passing one lacks. */
  readonly difference: V;
  readonly deltas: DeltaSet;
}

/** Makes a failing value as small as possible while it still fails. */
export async function simplify<V extends Value>(
  value: V,
  test: Test<Widened<V>>,
  options: SimplifyOptions = {},
): Promise<Simplified<Widened<V>>> {
  const { search = "auto" } = options;
  const chosen = simplifying[search]?.search;
  if (!chosen)
    throw new UserError(`There is no search ${search}; choose one of ${Object.keys(simplifying).join(", ")}.`);
  const sequence = sequenceOf(value, options.by);
  const trial = await runEnds<Widened<V>>(sequence, test, options);
  if (trial.empty === "fail")
    return { failing: sequence.compose(DeltaSet.empty), deltas: DeltaSet.empty, ...nothingNeeded };
  const { result, ...found } = await runSearch(chosen(sequence.all), trial, {
    ...options,
    setsOf: (failing) => ({ failing }),
  });
  return { failing: sequence.compose(result), deltas: result, ...found };
}

/** Finds the smallest difference between a failing value and a passing part of it. */
export async function isolate<V extends Value>(
  value: V,
  test: Test<Widened<V>>,
  options: FindOptions = {},
): Promise<Isolated<Widened<V>>> {
  const sequence = sequenceOf(value, options.by);
  const trial = await runEnds<Widened<V>>(sequence, test, options);
  if (trial.empty !== "pass")
    throw new UserError(`Isolating needs an end that passes, but the empty value is: ${trial.empty}.`, 1);
  const { result, ...found } = await runSearch(dd(DeltaSet.empty, sequence.all), trial, {
    ...options,
    setsOf: (pair) => pair,
  });
  const deltas = result.failing.minus(result.passing);
  const { compose } = sequence;
  return {
    failing: compose(result.failing),
    passing: compose(result.passing),
    difference: compose(deltas),
    deltas,
    ...found,
  };
}

const nothingNeeded: Found = { tests: 0, minimal: true, assumptions: [] };

interface Trial {
  readonly run: (set: DeltaSet, signal: AbortSignal) => Promise<TrialResult>;
  readonly empty: Outcome;
}

/** Runs the test on the whole value, which must fail, and on the empty one. */
async function runEnds<V>(sequence: Sequence<V>, test: Test<V>, { signal }: FindOptions): Promise<Trial> {
  const never = signal ?? new AbortController().signal;
  const ask = async (set: DeltaSet, signal: AbortSignal) => asOutcome(await test(sequence.compose(set), signal));
  const whole = await ask(sequence.all, never);
  if (whole !== "fail") throw new UserError(`The value does not fail (${whole}), so there is nothing to explain.`, 1);
  const empty = await ask(DeltaSet.empty, never);
  const run = async (set: DeltaSet, signal: AbortSignal) => {
    const outcome = set.isEmpty ? empty : set.size === sequence.all.size ? whole : await ask(set, signal);
    return { outcome };
  };
  return { run, empty };
}

interface SearchOptions<R> extends FindOptions {
  readonly setsOf: (result: R) => FoundSets;
}

async function runSearch<R>(search: DeltaSearch<R>, trial: Trial, options: SearchOptions<R>) {
  const { jobs = 1, maxTests = Number.POSITIVE_INFINITY, signal, setsOf } = options;
  const outcomes = new Map<string, Outcome>();
  const driver = jobs === 1 ? sequential : lookAhead(jobs);
  const end = await driver<DeltaSet, R, TrialResult>({
    search,
    key: (set) => set.key,
    trial: trial.run,
    onStep: ({ question, observation }) => outcomes.set(question.key, observation.outcome),
    mayContinue: () => outcomes.size < maxTests,
    stop: signal,
  });
  const result = bestOf(end)!;
  const answers = [...outcomes.values()];
  const unresolved = answers.filter((outcome) => outcome === "unresolved").length;
  return {
    result,
    tests: outcomes.size,
    minimal: !asking(end),
    assumptions: [
      ...brokenAssumptions(testedIn(search, outcomes), setsOf(result)),
      ...unresolvedOutcomes({ unresolved, needed: answers.length }),
    ],
  };
}
