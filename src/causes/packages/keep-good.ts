import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry } from "../../core/finding.ts";
import type { DeltaSearch } from "../../core/search.ts";
import { confirm } from "../../run/confirm.ts";
import { runStage, stageOf } from "../../run/stage/stage.ts";
import { upgradeDetails } from "../../versions/packages/upgrade-details.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import { type Composed, lockfileWith } from "../../world/packages/composed-lockfile.ts";
import { overridesFor } from "../../world/packages/composed-overrides.ts";
import { packagesOf } from "../../world/packages/installed-upgrades.ts";
import { readLockfile } from "../../world/packages/lockfile.ts";
import { entriesFor } from "../../world/packages/upgrade-entries.ts";
import type { PackagesContext } from "./context.ts";
import { type GoodLockfile, goodLockfileNotes } from "./good-lockfile-notes.ts";
import { installAlone } from "./install-alone.ts";
import { largestPassing, largestPassingGroups } from "./largest-passing.ts";

/** What the search for the largest passing set of upgrades found. */
export interface GoodUpgrades {
  readonly complete: boolean;
  readonly heldBack: readonly CauseEntry[];
  readonly notes: readonly string[];
  readonly broken: readonly BrokenAssumption[];
}

/**
 * Finds the largest set of upgrades under which the test passes, and writes a lockfile with them. If npm refuses the one
 * found package by package, it keeps packages together that need each other.
 */
export async function keepGood(context: PackagesContext, causes: DeltaSet, path: string): Promise<GoodUpgrades> {
  const { stock, sides } = context;
  const single = await tryGood(context, path, largestPassing(stock, causes));
  const good =
    single.refusal === undefined ? single : await tryGood(context, path, largestPassingGroups(stock, causes));
  const { passing, complete, refusal } = good;
  const heldBack = entriesFor(sides, stock.upgrades, stock.upgrades.all.minus(passing));
  const refusals = refusal === undefined ? [] : [{ assumption: "consistent" as const, seen: refusal }];
  const broken = [...good.broken, ...refusals];
  const notes = goodLockfileNotes(sides, {
    ...good,
    ...{ heldBack, kept: passing.size, isShown: complete && broken.length === 0 },
    ...(good === single ? {} : { refused: single.passing.size }),
  });
  return { complete, heldBack, broken, notes };
}

/** A lockfile, and what npm and the test made of it. */
interface TriedGood extends Pick<GoodLockfile, "ranges" | "overrides"> {
  readonly passing: DeltaSet;
  readonly complete: boolean;
  /** Why npm does not install it. */
  readonly refusal?: string;
  readonly broken: readonly BrokenAssumption[];
}

/** Searches, writes the lockfile, installs it as the user would, and runs the test with it. */
async function tryGood(context: PackagesContext, path: string, search: DeltaSearch): Promise<TriedGood> {
  const { stock, sides } = context;
  const write = (passing: DeltaSet) => {
    const composed = lockfileWith(sides, stock.upgrades, passing);
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomically(path, composed.text);
    return composed;
  };
  const { passing, complete } = await searchGood(context, search, write);
  const composed = write(passing);
  const overrides = overridesFor(sides, stock.upgrades, passing);
  const good = { passing, complete, ranges: composed.ranges, overrides };
  return { ...good, ...(complete ? await confirmLockfile(context, { ...composed, overrides, path }) : { broken: [] }) };
}

async function searchGood(
  { run, stock, worlds }: PackagesContext,
  search: DeltaSearch,
  onBest: (passing: DeltaSet) => void,
): Promise<Pick<TriedGood, "passing" | "complete">> {
  const { upgrades } = stock;
  const total = upgrades.deltas.length;
  const stage = stageOf({
    name: "good",
    search,
    total,
    world: (set) => worlds.world({ packages: packagesOf(stock, set) }),
    start: { failing: total },
    sizes: (passing) => ({ failing: total - passing.size }),
    logging: { details: () => upgradeDetails(upgrades) },
  });
  const end = await runStage(run, { ...stage, unit: "packages" }, { onBest });
  const passing = end.result ?? DeltaSet.empty;
  const deltas = { total, cause: total - passing.size };
  run.stages.push({ name: "good", search: "ddmax", deltas, needed: end.needed });
  return { passing, complete: end.complete };
}

interface LockfileToConfirm extends Composed, Pick<GoodLockfile, "overrides"> {
  readonly path: string;
}

async function confirmLockfile(
  context: PackagesContext,
  { text, overrides, path }: LockfileToConfirm,
): Promise<Pick<TriedGood, "broken" | "refusal">> {
  const { run, sides } = context;
  const read = (file: string) => sides.new.read(file) ?? sides.old.read(file);
  const side = { name: path, text, lockfile: readLockfile(text, path), read, overrides };
  const installed = await installAlone(context, side, { name: "good", command: "ci" });
  if (!installed) return { broken: [] };
  if ("refusal" in installed) return { broken: [], refusal: installed.refusal.message };
  const claim = { world: installed.world, outcome: "pass" as const, name: "lockfile with the good upgrades" };
  return { broken: await confirm(run, [claim]) };
}
