import type { Outcome } from "../../../core/outcome.ts";
import { runStage } from "../../../run/stage.ts";
import { stopName, type WalkedBack, type WalkStop, walkBack } from "../../../search/walk-back.ts";
import type { Favour } from "../../../world/merge/merge-texts.ts";
import { type Branch, type HistoryTask, worldOf } from "../context.ts";
import { type Carried, carry, effective, topOf } from "../patches/patch-series.ts";

/** A walk back with the same patches all the way. */
export interface Walked extends WalkedBack {
  readonly complete: boolean;
  /** The patches as they are on a version. */
  readonly carriedTo: (stop: WalkStop) => Carried;
  /** What the version that neither fails nor passes shows, with those patches that fit there as they are. */
  readonly shown?: Shown | undefined;
}

/** What a version shows. */
export interface Shown {
  readonly outcome: Outcome;
  /** Equal for what is of the same kind. */
  readonly kind?: string;
  /** For people. */
  readonly outputLine?: string;
  /** In how many ways the patches can be carried there. */
  readonly variants?: number;
}

/** Walks back from where a branch stands, as far as its patches make the versions fail. */
export async function walk(task: HistoryTask, branch: Branch): Promise<Walked> {
  const { run, past } = task;
  const { start } = branch;
  const { waysTo, carriedTo } = waysBack(task, branch);
  const number = task.walks.length + 1;
  const name = `walk ${number}`;
  const tested = new Map<string, WalkStop>();
  const end = await runStage<WalkStop, WalkedBack, Shown>(run, {
    search: walkBack(start, past.oldest),
    answer: ({ outcome, ended, kind = ended, outputLine = kind }, { version, from }) =>
      outcome === "unresolved" ? { outcome, kind, outputLine, variants: waysTo(version, from!).length } : { outcome },
    key: stopName,
    world: (stop) => {
      tested.set(stopName(stop), stop);
      return worldOf(task, past.versionOf(carriedTo(stop), past.commitAt(stop.version)));
    },
    shown: ({ version }) => ({ stage: name, set: past.nameAt(version), size: version }),
    total: past.oldest + 1,
    unit: "versions",
    sizes: ({ failing }) => ({ failing: past.oldest - failing.version }),
    start: { failing: past.oldest - start },
  });
  // What it shows with the patches as they fit is what is to be cured.
  const shownAt = (version: number) => {
    const { failing } = end.result!;
    const top = topOf(carriedTo(asItFits(version, failing)));
    const variant = waysTo(version, failing).findIndex((each) => topOf(each) === top);
    return end.answers.get(stopName({ version, from: failing, variant }));
  };
  for (const [key, shown] of end.answers) note(task, number, { stop: tested.get(key)!, shown, carriedTo });
  const back = end.result ?? { failing: { version: start, variant: 0 } };
  run.stages.push({
    name,
    search: "walk-back",
    deltas: { total: past.oldest - start, cause: past.oldest - back.failing.version },
    needed: end.needed,
  });
  task.walks.push({
    ...{ number, branch: branch.number, start, failing: back.failing.version },
    ...(back.passing ? { passing: back.passing.version } : {}),
    ...(back.masked === undefined ? {} : { masked: back.masked }),
    carried: branch.series.cures.map((cure) => cure.number),
  });
  const shown = back.masked === undefined ? undefined : shownAt(back.masked);
  return { ...back, complete: end.complete, carriedTo, shown };
}

/** Where the patches and the version disagree, the version is right. */
export function asItFits(version: number, from: WalkStop): WalkStop {
  return { version, from, variant: fitting };
}

/** The variant of that carrying. */
const fitting = -1;

/**
 * How patches come to older versions. Where a version has another text than the patch is for, the patch is right: it was
 * needed. If that tells nothing, the version is; and then the patch as it was where the walk began, since a version in
 * between may have been free of what it cures. Ways that come to the same count once.
 */
function waysBack({ past }: HistoryTask, { series }: Branch) {
  const begin: Carried = { ...series, conflicts: [] };
  const known = new Map<string, readonly Carried[]>();
  const carryTo = (version: number, base: Carried, favour: Favour) =>
    carry(base, past.treeOf(past.commitAt(version)), { merge: past.merge, favour });
  const carriedTo = ({ version, from, variant }: WalkStop): Carried => {
    if (!from) return begin;
    return variant === fitting ? carryTo(version, carriedTo(from), "ours") : waysTo(version, from)[variant]!;
  };
  const waysTo = (version: number, from: WalkStop): readonly Carried[] => {
    const key = `${version} ${stopName(from)}`;
    const ways = known.get(key) ?? distinct(waysOver(version, from));
    known.set(key, ways);
    return ways;
  };
  const waysOver = (version: number, from: WalkStop): Carried[] => {
    const insisting = carryTo(version, carriedTo(from), "theirs");
    const fits = insisting.conflicts.length === 0 ? [] : [carriedTo(asItFits(version, from))];
    return [insisting, ...fits, ...(from.from ? [carryTo(version, begin, "theirs")] : [])];
  };
  return { carriedTo, waysTo };
}

function distinct(ways: readonly Carried[]): Carried[] {
  const trees = ways.map(topOf);
  return ways.filter((_, i) => trees.indexOf(trees[i]!) === i);
}

interface Noted {
  readonly stop: WalkStop;
  readonly shown: Shown;
  readonly carriedTo: (stop: WalkStop) => Carried;
}

/** For the report. */
function note(task: HistoryTask, walk: number, { stop, shown, carriedTo }: Noted): void {
  const { version } = stop;
  const { conflicts, ...carried } = carriedTo(stop);
  const commit = task.past.commitAt(version);
  task.seen.push({
    version,
    ...(commit === undefined ? {} : { commit }),
    outcome: shown.outcome,
    ...(shown.outputLine === undefined ? {} : { shows: shown.outputLine }),
    carried: effective(carried).cures.map(({ number }) => number),
    ...(conflicts.length > 0 ? { conflicts } : {}),
    walk,
  });
}
