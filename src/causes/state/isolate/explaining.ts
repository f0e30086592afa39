import type { DeltaSet } from "../../../core/delta-set.ts";
import { differenceOf, type Pair } from "../../../search/dd.ts";
import { mostValues } from "../defaults.ts";
import { likenessIn } from "../driver/likeness.ts";
import { mayTest, type Task } from "../driver/task.ts";
import { amongTheRest, narrowing } from "./narrowing.ts";
import { observed, type Scene, searchAt } from "./scene.ts";

export interface Hypotheses {
  /** What was the cause nearby, in the terms of a place. */
  readonly pairs: readonly Pair[];
  /** How much of what the failing run prints was explained there at most. */
  readonly share: number;
  readonly within: DeltaSet;
}

interface Chosen {
  readonly result?: Pair | undefined;
  readonly complete: boolean;
  /** How much of what all differences together make it print the cause alone does: 1 is all of it. */
  readonly share?: number | undefined;
}

/** So many other causes are looked for where one does not explain all. */
const mostOthers = 2;

/**
 * A test may take much for the failure, and a value that was left behind may still satisfy it: an item that no longer fits a sum
 * that was made of it, say. So what was the cause nearby is taken for it here only if it explains as much as was explained there;
 * otherwise the cause is, of several, the one that explains the most.
 */
export async function mostExplaining(
  task: Task,
  scene: Scene,
  { pairs, share: wanted, within }: Hypotheses,
): Promise<Chosen> {
  const shareOf = await explaining(task, scene);
  if (!shareOf) return searchAt(task, scene, narrowing(pairs, within));
  const searched = async (those: readonly Pair[]): Promise<Chosen> => {
    const end = await searchAt(task, scene, narrowing(those, within));
    return end.result ? { ...end, share: await shareOf(end.result.failing) } : end;
  };
  for (const pair of pairs) {
    const share = await shareOf(pair.failing);
    if (share !== undefined && share >= wanted) return searched([pair]);
  }
  let best = await searched(pairs);
  if (!best.result) return best;
  let rest = scene.all.minus(differenceOf(best.result));
  for (let tries = 0; tries < mostOthers && (best.share ?? 1) < 1 && mayTest(task.run); tries++) {
    const { result, complete } = await searchAt(task, scene, amongTheRest(rest));
    if (!result) break;
    const cause = differenceOf(result);
    rest = rest.minus(cause);
    if (!result.passing.isEmpty || cause.size > mostValues) continue;
    const share = await shareOf(cause);
    if (share !== undefined && share > best.share!) best = { result, complete, share };
  }
  return best;
}

type ShareOf = (set: DeltaSet) => Promise<number | undefined>;

/** How much a set explains, if it fails. Undefined: what is printed tells nothing more than the test. */
async function explaining(task: Task, scene: Scene): Promise<ShareOf | undefined> {
  const linesOf = async (set: DeltaSet) => {
    const observation = await observed(task, scene, set);
    return observation?.outcome === "fail" ? (likenessIn(observation)?.lines ?? 0) : undefined;
  };
  const most = (await linesOf(scene.all)) ?? 0;
  if (most <= 0) return undefined;
  return async (set) => {
    const lines = await linesOf(set);
    return lines === undefined ? undefined : Math.min(1, lines / most);
  };
}
