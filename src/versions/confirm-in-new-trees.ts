import type { BrokenAssumption } from "../core/finding.ts";
import type { Outcome } from "../core/outcome.ts";
import { unconfirmed } from "../run/confirm.ts";
import type { Run } from "../run/run.ts";
import type { World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";

/** A world in a new tree, and what it should do according to the search. */
export interface TreeClaim {
  readonly world: World;
  /** As in: the failing version with the cause taken back. */
  readonly name: string;
  readonly expected: Outcome | "not fail";
}

/** What came of a claim. */
export interface CheckedClaim {
  readonly held: boolean;
  /** What it does in new trees; undefined if these do not agree. */
  readonly outcome: Outcome | undefined;
  readonly broken?: BrokenAssumption;
}

/** How many new trees have to agree before a claim is taken for wrong rather than the test for flaky. */
const enoughTrees = 3;

/** Runs a claim in a new tree; if it does not hold, in others too, since the test may be flaky. */
export async function checkClaim(run: Pick<Run, "observe">, claim: TreeClaim): Promise<CheckedClaim> {
  const first = await run.observe(claim.world);
  const seen = [first.outcome];
  if (holds(claim, first.outcome)) return { held: true, outcome: first.outcome };
  while (seen.length < enoughTrees && seen.at(-1) === first.outcome)
    seen.push((await run.observe(claim.world)).outcome);
  const isSteady = seen.every((each) => each === first.outcome);
  return {
    held: false,
    outcome: isSteady ? first.outcome : undefined,
    broken: { assumption: "consistent", seen: isSteady ? contradiction(claim, first) : flakiness(claim, seen) },
  };
}

function holds({ expected }: TreeClaim, outcome: Outcome): boolean {
  return expected === "not fail" ? outcome !== "fail" : outcome === expected;
}

function contradiction({ name, expected }: TreeClaim, { outcome, ended }: Observation): string {
  return (
    `The ${name} ${unexpected[expected]} when it was run again (${outcome}, ${ended}), in each of ${enoughTrees} new trees: the test may be ` +
    "flaky, or depend on what earlier tests left behind. Try --repeat auto."
  );
}

const unexpected: Readonly<Record<TreeClaim["expected"], string>> = {
  fail: "did not fail",
  pass: "did not pass",
  unresolved: "could be judged",
  "not fail": "failed",
};

function flakiness({ name }: TreeClaim, seen: readonly Outcome[]): string {
  return (
    `The test is flaky: the ${name} came out differently in new trees (${seen.join(", ")}). ` +
    "Try --repeat auto, which runs each test often enough to see a failure that comes and goes."
  );
}

/** What a search has checked in new trees on its way. */
export class NewTreeChecks {
  readonly #run: Pick<Run, "observe">;
  readonly #checked = new Map<string, CheckedClaim>();

  constructor(run: Pick<Run, "observe">) {
    this.#run = run;
  }

  /** Checks a claim, each only once. */
  async check(claim: TreeClaim): Promise<CheckedClaim> {
    const key = `${claim.expected} ${claim.world.content}`;
    const checked = this.#checked.get(key) ?? (await checkClaim(this.#run, claim));
    this.#checked.set(key, checked);
    return checked;
  }

  get broken(): BrokenAssumption[] {
    return [...this.#checked.values()].flatMap(({ broken }) => broken ?? []);
  }

  /** Whether what earlier tests left behind may have misled the search. */
  get isMisled(): boolean {
    return isMisled([...this.#checked.values()]);
  }
}

export interface Confirmation {
  /** Whether each claim held, in their order. */
  readonly held: readonly boolean[];
  readonly broken: readonly BrokenAssumption[];
  /** New trees agree with each other but not with the search: what earlier tests left behind may have misled it. */
  readonly isMisled: boolean;
}

/** Runs what was found once more in new trees, so that no result rests on a single lucky test. */
export async function confirmInNewTrees(run: Run, claims: readonly TreeClaim[]): Promise<Confirmation> {
  const checks = claims.map((claim) => checkClaim(run, claim));
  await Promise.allSettled(checks);
  try {
    const checked = await Promise.all(checks);
    return {
      held: checked.map(({ held }) => held),
      broken: checked.flatMap(({ broken }) => broken ?? []),
      isMisled: isMisled(checked),
    };
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return { held: claims.map(() => false), broken: [unconfirmed], isMisled: false };
  }
}

/** Where a test is flaky, it would be wrong to blame what other tests left behind. */
function isMisled(checked: readonly CheckedClaim[]): boolean {
  const wrong = checked.filter(({ held }) => !held);
  return wrong.length > 0 && wrong.every(({ outcome }) => outcome !== undefined);
}
