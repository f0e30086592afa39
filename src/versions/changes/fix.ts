import type { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Hinted } from "../../core/search.ts";
import type { Run } from "../../run/run.ts";
import { pacedBy } from "../../run/stage/paced.ts";
import { runStage, stageOf } from "../../run/stage/stage.ts";
import { givingUp, type Reached } from "../../search/giving-up.ts";
import { takeBack } from "../../search/take-back.ts";
import type { Observation } from "../../trial/observation.ts";
import { placeOfChange } from "../../world/changes/change-entry.ts";
import type { Change } from "../../world/changes/version-diff.ts";
import type { ChangeCandidates } from "./change-candidates.ts";
import { changeDetails } from "./change-details.ts";
import { hintedAnswer, searchAmong } from "./explain-changes.ts";
import type { IsolationContext } from "./taken-back.ts";

/** What to take back in a failing version so that it passes. */
export interface Fix {
  /** Undefined: nothing was found, or the search was stopped before. */
  readonly reverted: DeltaSet | undefined;
  /** Why it is more than the cause, or why there is none, for people. */
  readonly note?: string;
}

/** The failing version to fix: its name for people, and the changes in it that are the cause. */
export interface FailingVersion {
  readonly name: string;
  readonly stage: string;
  readonly cause: DeltaSet;
}

/** Finds the smallest set of changes to take back so that the failing version passes: the cause, and more if need be. */
export async function findFix(
  { run, pair, newTrees }: IsolationContext,
  candidates: ChangeCandidates,
  failing: FailingVersion,
): Promise<Fix> {
  const { changes, tree, world } = candidates;
  const { cause, stage, name } = failing;
  let isComplete = false;
  try {
    const kept = changes.all.minus(cause);
    const alone = await run.runTrial(stage, world(kept), run.stopped);
    if (alone.outcome === "pass") return { reverted: cause };
    // What earlier tests left behind may be why it does not pass.
    const inNewTree = await newTrees.check({
      world: pair.freshWorld(tree(kept)),
      expected: alone.outcome,
      name: "failing version with only the cause taken back",
    });
    if (inNewTree.outcome === "pass") return { reverted: cause };
    const isFlaky = inNewTree.outcome === undefined;
    const { result, complete } = await searchFix(run, candidates, failing);
    isComplete = complete;
    const reverted = result?.found;
    if (reverted && (complete || !reverted.equals(changes.all)))
      return { reverted, note: whyMore({ ...failing, reverted, alone: isFlaky ? undefined : alone }, candidates) };
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  const wasStopped = !isComplete || run.stopped.aborted;
  return { reverted: undefined, note: noPatchNote(name, { wasStopped }) };
}

/** Why there is no patch for a version, for people. */
export function noPatchNote(name: string, { wasStopped }: { readonly wasStopped: boolean }): string {
  return wasStopped
    ? `The search was stopped before a patch was found that makes ${name} pass.`
    : `No patch was found that makes ${name} pass.`;
}

/** Unresolved outcomes in a row after which no smaller set is looked for. */
const maxUnresolved = 40;

async function searchFix(run: Run, { changes, world }: ChangeCandidates, { cause, stage }: FailingVersion) {
  const { all } = changes;
  const among = { stage, set: all, pace: pacedBy(run) };
  const inner = await searchAmong(changes, among, (known) => takeBack({ ...known, all, cause }));
  const search = givingUp(inner.search, maxUnresolved);
  const total = all.size;
  const sizes = ({ found = all }: Reached<DeltaSet>) => ({ failing: found.size, passing: 0 });
  const difference = stageOf<Reached<DeltaSet>, Outcome | Hinted>({
    name: stage,
    searchName: "explain",
    search,
    answer: hintedAnswer(inner),
    total,
    world: (set) => inner.withHints(world(set)),
    start: { failing: total, passing: 0 },
    sizes,
    logging: { labels: () => changes.changes.map(placeOfChange), details: () => changeDetails(changes) },
  });
  return runStage(run, { ...difference, unit: "changes" });
}

interface LargerFix extends FailingVersion {
  readonly reverted: DeltaSet;
  /** What the test did with only the cause taken back; undefined: not the same each time. */
  readonly alone: Observation | undefined;
}

const maxPlaces = 3;

/** Says what else had to go, and why. */
function whyMore({ name, cause, reverted, alone }: LargerFix, { changes }: ChangeCandidates): string {
  const more = reverted.minus(cause);
  const places = [...new Set(Array.from(more, (i) => placeOfChange(changes.changes[i] as Change)))];
  const named = places.slice(0, maxPlaces).join(", ");
  const left = places.length - maxPlaces;
  const which = `${named}${left > 0 ? ` and ${left} more` : ""}`;
  const what = reverted.equals(changes.all)
    ? `all ${changes.all.size} changes; nothing smaller was found that passes`
    : `${more.size === 1 ? "1 change" : `${more.size} changes`} besides the cause (${which})`;
  return `To make ${name} pass, the fix takes back ${what}: ${withoutCause(alone)}.`;
}

function withoutCause(alone: Observation | undefined): string {
  if (!alone) return "with only the cause taken back it does not always pass";
  if (alone.outcome === "fail") return "it still fails with only the cause taken back";
  return `with only the cause taken back it ends with: ${alone.outputLine ?? alone.otherFailure ?? alone.ended}`;
}
