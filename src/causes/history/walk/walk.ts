import type { Outcome } from "../../../core/outcome.ts";
import { runStage, type Stage } from "../../../run/stage/stage.ts";
import { stopName, type WalkedBack, type WalkStop, walkBack } from "../../../search/walk-back.ts";
import { type NamedVersion, versionDetails } from "../../../versions/commits/version-details.ts";
import { type Branch, type HistoryContext, versionWorld } from "../context.ts";
import { type CarriedSeries, topTree, withoutEmptyPatches } from "../patches/patch-series.ts";
import { type CarryVariants, carryVariants, favourVersion } from "./carry-variants.ts";
import type { VersionHistory } from "./version-history.ts";

/** A walk back with the same patches on every version. */
export interface BranchWalk extends WalkedBack {
  readonly complete: boolean;
  /** The patches on a version. */
  readonly carriedTo: (stop: WalkStop) => CarriedSeries;
  /** What the masked version shows with the patches, where it wins over them. */
  readonly shown?: StopResult | undefined;
}

/** What the test showed at a stop. */
export interface StopResult {
  readonly outcome: Outcome;
  /** Equal for results of the same kind. */
  readonly kind?: string;
  /** For people. */
  readonly outputLine?: string;
  /** The number of variants in which the patches can be carried there. */
  readonly variants?: number;
}

/** Walks back from the start of a branch, as far as its patches make the versions fail. */
export async function walk(context: HistoryContext, branch: Branch): Promise<BranchWalk> {
  const { run, history } = context;
  const { start } = branch;
  const number = context.walks.length + 1;
  const name = `walk ${number}`;
  const variants = carryVariants(history, branch.series);
  const tested = new Map<string, WalkStop>();
  const end = await runStage(
    run,
    walkStage(context, { name, start, variants, onTest: (stop) => tested.set(stopName(stop), stop) }),
  );
  const { carriedTo } = variants;
  for (const [key, shown] of end.answers) noteVersion(context, number, { stop: tested.get(key)!, shown, carriedTo });
  const back = end.result ?? { failing: { version: start, variant: 0 } };
  run.stages.push({
    name,
    search: "walk-back",
    deltas: { total: history.oldest - start, cause: history.oldest - back.failing.version },
    needed: end.needed,
  });
  context.walks.push({
    ...{ number, branch: branch.number, start, failing: back.failing.version },
    ...(back.passing ? { passing: back.passing.version } : {}),
    ...(back.masked === undefined ? {} : { masked: back.masked }),
    carried: branch.series.cures.map((cure) => cure.number),
  });
  const shown =
    back.masked === undefined ? undefined : end.answers.get(maskedStop(variants, back.masked, back.failing));
  return { ...back, complete: end.complete, carriedTo, shown };
}

interface WalkPlan {
  readonly name: string;
  readonly start: number;
  readonly variants: CarryVariants;
  readonly onTest: (stop: WalkStop) => void;
}

function walkStage(
  context: HistoryContext,
  { name, start, variants, onTest }: WalkPlan,
): Stage<WalkStop, WalkedBack, StopResult> {
  const { history } = context;
  return {
    search: walkBack(start, history.oldest),
    answer: ({ outcome, ended, kind = ended, outputLine = kind }, { version, from }) =>
      outcome === "unresolved"
        ? { outcome, kind, outputLine, variants: variants.variantsAt(version, from!).length }
        : { outcome },
    key: stopName,
    world: (stop) => {
      onTest(stop);
      return versionWorld(context, history.versionOf(variants.carriedTo(stop), history.commitAt(stop.version)));
    },
    shown: ({ version }) => ({ stage: name, set: history.nameAt(version), size: version }),
    total: history.oldest + 1,
    unit: "versions",
    sizes: ({ failing }) => ({ failing: history.oldest - failing.version }),
    start: { failing: history.oldest - start },
    logging: { details: () => versionDetails(history.repository, versionsFrom(history, start)) },
  };
}

/** Maximum number of versions that are logged for each walk. */
const maxLogged = 500;

function versionsFrom(history: VersionHistory, start: number): NamedVersion[] {
  const count = Math.min(maxLogged, history.oldest - start + 1);
  return Array.from({ length: count }, (_, i) => ({
    name: history.nameAt(start + i),
    commit: history.commitAt(start + i),
  }));
}

/** The stop whose result is to be cured: the variant in which the version wins over the patches. */
function maskedStop({ carriedTo, variantsAt }: CarryVariants, version: number, from: WalkStop): string {
  const top = topTree(carriedTo(favourVersion(version, from)));
  const variant = variantsAt(version, from).findIndex((each) => topTree(each) === top);
  return stopName({ version, from, variant });
}

interface TestedStop {
  readonly stop: WalkStop;
  readonly shown: StopResult;
  readonly carriedTo: (stop: WalkStop) => CarriedSeries;
}

/** Keeps what a version showed, for the report. */
function noteVersion(context: HistoryContext, walk: number, { stop, shown, carriedTo }: TestedStop): void {
  const { version } = stop;
  const { conflicts, ...carried } = carriedTo(stop);
  const commit = context.history.commitAt(version);
  context.seen.push({
    version,
    ...(commit === undefined ? {} : { commit }),
    outcome: shown.outcome,
    ...(shown.outputLine === undefined ? {} : { shows: shown.outputLine }),
    carried: withoutEmptyPatches(carried).cures.map(({ number }) => number),
    ...(conflicts.length > 0 ? { conflicts } : {}),
    walk,
  });
}
