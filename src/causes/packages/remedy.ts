import type { DeltaSet } from "../../core/delta-set.ts";
import { listText } from "../../core/list-text.ts";
import { overridesOf } from "../../world/packages/install.ts";
import { type LockEntry, type Lockfile, nameAt } from "../../world/packages/lockfile.ts";
import { manifestText, type Overrides, specOf } from "../../world/packages/manifest-text.ts";
import { withOtherCopy } from "../../world/packages/other-copy.ts";
import { versionText } from "../../world/packages/upgrade-entries.ts";
import type { PackageChange } from "../../world/packages/upgrades.ts";
import type { PackagesContext } from "./context.ts";
import type { Remedy } from "./finding.ts";
import { installAlone } from "./install-alone.ts";
import type { GoodUpgrades } from "./keep-good.ts";

/** What became of a remedy: `remedy` only if it works. */
export interface TriedRemedy {
  readonly notes: readonly string[];
  readonly remedy?: Remedy;
}

/** Holds the packages found back by an entry in package.json, installs that as the user would, and runs the test. */
export async function tryRemedy(context: PackagesContext, causes: DeltaSet): Promise<TriedRemedy> {
  const { run, sides, stock } = context;
  const { upgrades } = stock;
  const moves = [...causes].map((delta) => {
    const change = upgrades.deltas[delta]![0]!;
    return { ...withOtherCopy(change, upgrades, upgrades.all), isOnBothSides: Boolean(change.old && change.new) };
  });
  const remedy = remedyFor(sides.new.lockfile.root, moves);
  if (!remedy) return { notes: [] };
  const entry = `${manifestText(remedy)} in package.json`;
  const notVerified = (reason: string) => ({ notes: [`${entry} is not verified as a remedy: ${reason}`] });
  run.note(`Trying npm install with ${entry}.`);
  const installed = await installAlone(context, sideWith(context, remedy), { name: "remedy", command: "install" });
  if (!installed) return { notes: [] };
  if ("refusal" in installed) return notVerified(installed.refusal.summary);
  const { outcome, ended } = await run.observe(installed.world);
  if (outcome === "pass") return { notes: [`Remedy: ${entry}. After npm install with it, the test passed.`], remedy };
  const left = leftInstalled(moves, installed.lockfile);
  if (left.length === 0) return notVerified(`after npm install with it, the test did not pass (${ended}).`);
  const next = "--keep-good looks for a lockfile that holds back what breaks the test.";
  return notVerified(
    `npm install with it left ${listText(left)} installed, and the test did not pass (${ended}). ${next}`,
  );
}

/** What is still there in another version than the one to go back to: npm does not apply every override. */
export function leftInstalled(moves: readonly HeldBack[], { entries }: Pick<Lockfile, "entries">): string[] {
  return moves.flatMap(({ path, old }) => {
    const entry = entries.get(path);
    return entry === undefined || entry.version === old?.version
      ? []
      : [`${nameAt(path, entry)} ${versionText(entry)}`];
  });
}

/** Maximum number of packages that a remedy holds back. */
const maxHeld = 10;

/**
 * The same for all that a good lockfile leaves out, if that lockfile alone holds it back: the next update would bring it again. Said
 * only if it works.
 */
export async function remedyForHeldBack(context: PackagesContext, kept: GoodUpgrades): Promise<TriedRemedy> {
  const { run, stock } = context;
  const held = stock.upgrades.all.minus(kept.passing);
  if (!kept.isShown || kept.changesManifest || held.size > maxHeld) return { notes: [] };
  try {
    const tried = await tryRemedy(context, held);
    return tried.remedy ? tried : { notes: [] };
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return { notes: [] };
  }
}

interface HeldBack extends PackageChange {
  /** False: on one side it is another copy, which others use, too. */
  readonly isOnBothSides?: boolean;
}

/** Undefined if a package is only on one side, so that there is no version to go back to. */
export function remedyFor(root: LockEntry, moves: readonly HeldBack[]): Remedy | undefined {
  let remedy: Remedy = {};
  for (const { path, old, new: now, isOnBothSides = true } of moves) {
    if (!old || !now || old.link || now.link) return undefined;
    const [kind, entry] = isOnBothSides ? heldBack(root, path, specOf(old)) : onlyInside(path, specOf(old));
    remedy = { ...remedy, [kind]: { ...remedy[kind], ...entry } };
  }
  return remedy;
}

const kinds = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** npm allows no override of what the project itself requires: that gets the version there. */
function heldBack(root: LockEntry, path: string, spec: string): [keyof Remedy, Overrides] {
  const name = nameAt(path);
  const kind = kinds.find((each) => Object.hasOwn(root[each] ?? {}, name));
  if (kind === undefined) return ["overrides", { [name]: spec }];
  return path.includes("/node_modules/") ? onlyInside(path, spec) : [kind, { [name]: spec }];
}

/** For the package around this one, and for all that it requires. */
function onlyInside(path: string, spec: string): ["overrides", Overrides] {
  const owner = path.slice(0, path.lastIndexOf("/node_modules/"));
  return ["overrides", { [nameAt(owner)]: { [nameAt(path)]: spec } }];
}

function sideWith({ sides }: PackagesContext, remedy: Remedy) {
  const { new: now, old } = sides;
  const { root } = now.lockfile;
  const own = kinds.flatMap((kind) => (remedy[kind] ? [[kind, { ...root[kind], ...remedy[kind] }]] : []));
  return {
    ...now,
    lockfile: { ...now.lockfile, root: { ...root, ...Object.fromEntries(own) } },
    read: (file: string) => now.read(file) ?? old.read(file),
    overrides: { ...overridesOf(now), ...remedy.overrides },
  };
}
