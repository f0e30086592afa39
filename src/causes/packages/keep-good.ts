import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry, PatchEntry } from "../../core/finding.ts";
import type { DeltaSearch } from "../../core/search.ts";
import { confirm } from "../../run/confirm.ts";
import { runStage, stageOf } from "../../run/stage/stage.ts";
import type { World } from "../../trial/laboratory.ts";
import { upgradeDetails } from "../../versions/packages/upgrade-details.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import { composedPackages, lockfileWith } from "../../world/packages/composed-lockfile.ts";
import { packagesOf } from "../../world/packages/installed-upgrades.ts";
import { readLockfile } from "../../world/packages/lockfile.ts";
import { entriesFor } from "../../world/packages/upgrade-entries.ts";
import type { Upgrades } from "../../world/packages/upgrades.ts";
import { writeBranchPatch } from "./branch-patch.ts";
import type { PackagesContext } from "./context.ts";
import { type GoodFiles, goodFiles } from "./good-files.ts";
import { goodLockfileNotes } from "./good-lockfile-notes.ts";
import type { GoodPaths } from "./good-paths.ts";
import { installAlone } from "./install-alone.ts";
import { largestPassing, largestPassingGroups } from "./largest-passing.ts";

/** What the search for the largest passing set of upgrades found. */
export interface GoodUpgrades {
  readonly complete: boolean;
  readonly passing: DeltaSet;
  /** The packages with a set of upgrades made, as npm installs them. */
  readonly world: (set: DeltaSet) => World;
  /** npm has installed the lockfile, and the test has passed with it. */
  readonly isShown: boolean;
  /** Whether it needs another package.json. */
  readonly changesManifest: boolean;
  readonly heldBack: readonly CauseEntry[];
  readonly patch?: PatchEntry;
  readonly notes: readonly string[];
  readonly broken: readonly BrokenAssumption[];
}

/**
 * Finds the largest set of upgrades under which the test passes, and writes a lockfile with them, and a patch. If npm refuses the one
 * found package by package, it keeps packages together that need each other.
 */
export async function keepGood(context: PackagesContext, causes: DeltaSet, paths: GoodPaths): Promise<GoodUpgrades> {
  const { run, stock, sides } = context;
  const world = goodWorld(context);
  const attempt = (search: DeltaSearch) => tryGood(context, { search, world }, paths.lockfile);
  const single = await attempt(largestPassing(stock, causes));
  const good = single.refusal === undefined ? single : await attempt(largestPassingGroups(stock, causes));
  const { passing, complete, refusal, files, changesManifest } = good;
  const { upgrades } = stock;
  const heldBack = entriesFor(sides, upgrades, upgrades.all.minus(passing));
  const leftOut = entriesFor(sides, upgrades, leftOutOf(upgrades, good));
  const refusals = refusal === undefined ? [] : [{ assumption: "consistent" as const, seen: refusal }];
  const broken = [...good.broken, ...refusals];
  const isShown = complete && broken.length === 0;
  const notes = goodLockfileNotes(sides, {
    ...good,
    ...{ heldBack, leftOut, kept: passing.size - leftOut.length, isShown },
    ...(good === single ? {} : { refused: single.passing.minus(leftOutOf(upgrades, single)).size }),
  });
  const { project, new: now } = sides;
  const patch = writeBranchPatch(run, paths.patch, { project, newName: now.name, files, isShown });
  const shown = { passing, world, isShown, changesManifest, heldBack: [...heldBack, ...leftOut], broken, notes };
  return { complete, ...shown, ...(patch ? { patch } : {}) };
}

/** npm does not install what only an upgrade that is not made requires. */
function goodWorld({ stock, sides, worlds }: PackagesContext): GoodUpgrades["world"] {
  return (set) => {
    const { entries } = composedPackages(sides, stock.upgrades, set);
    return worlds.world({ packages: packagesOf(stock, set).filter(({ path }) => entries.has(path)) });
  };
}

/** The upgrades made of packages that nothing in the lockfile requires. */
function leftOutOf({ deltas }: Upgrades, { passing, entries }: Pick<TriedGood, "passing" | "entries">): DeltaSet {
  return DeltaSet.of(
    ...[...passing].filter((delta) => {
      const { path, new: now } = deltas[delta]![0]!;
      return now !== undefined && !entries.has(path);
    }),
  );
}

/** A lockfile, and what npm and the test made of it. */
interface TriedGood extends GoodFiles {
  readonly passing: DeltaSet;
  readonly complete: boolean;
  /** Why npm does not install it. */
  readonly refusal?: string;
  readonly broken: readonly BrokenAssumption[];
}

/** Searches, writes the lockfile, installs it as the user would, and runs the test with it. */
async function tryGood(context: PackagesContext, asked: GoodSearch, path: string): Promise<TriedGood> {
  const { stock, sides } = context;
  const write = (passing: DeltaSet) => {
    const { text } = lockfileWith(sides, stock.upgrades, passing);
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomically(path, text);
  };
  const { passing, complete } = await searchGood(context, asked, write);
  write(passing);
  const good = { passing, complete, ...goodFiles(sides, stock.upgrades, passing) };
  return { ...good, ...(complete ? await confirmLockfile(context, good, path) : { broken: [] }) };
}

interface GoodSearch extends Pick<GoodUpgrades, "world"> {
  readonly search: DeltaSearch;
}

async function searchGood(
  { run, stock }: PackagesContext,
  { search, world }: GoodSearch,
  onBest: (passing: DeltaSet) => void,
): Promise<Pick<TriedGood, "passing" | "complete">> {
  const { upgrades } = stock;
  const total = upgrades.deltas.length;
  const stage = stageOf({
    name: "good",
    search,
    total,
    world,
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

async function confirmLockfile(
  context: PackagesContext,
  { text, overrides, files }: GoodFiles,
  path: string,
): Promise<Pick<TriedGood, "broken" | "refusal">> {
  const { run, sides } = context;
  const read = (file: string) => sides.new.read(file) ?? sides.old.read(file);
  const side = { name: path, text, lockfile: readLockfile(text, path), read, overrides };
  const installed = await installAlone(context, side, { name: "good", command: "ci", files });
  if (!installed) return { broken: [] };
  if ("refusal" in installed) return { broken: [], refusal: installed.refusal.message };
  const claim = { world: installed.world, outcome: "pass" as const, name: "lockfile with the good upgrades" };
  return { broken: await confirm(run, [claim]) };
}
