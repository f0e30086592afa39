import { listText } from "../../core/list-text.ts";
import type { Outcome } from "../../core/outcome.ts";
import { brokenAssumptionsOf } from "../../run/conclusion.ts";
import { confirm } from "../../run/confirm.ts";
import type { ChangesConclusion, NeededUpgrades } from "../../versions/changes/changes-conclusion.ts";
import type { CandidatePackages } from "../../versions/context.ts";
import type { ExplainedUpgrades } from "../../versions/packages/explain-upgrades.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { Version } from "../../world/tree/version.ts";
import { continueWithNote, nothingFound, stoppedEarly } from "./conclusions.ts";
import { type MixtureContext, mixtureWorld, searchMixtures } from "./mixtures.ts";
import { packagesCommand } from "./packages-command.ts";
import { searchFiles } from "./search-files.ts";
import { type Mixture, outcomeWith } from "./which-half.ts";

/** Finds the upgrades that make the old files fail. `newFiles`: the outcome of the new files with the old packages. */
export async function blamePackages(mixtures: MixtureContext, newFiles: Outcome): Promise<ChangesConclusion> {
  const found = await explain(mixtures, "old");
  if (!found.complete) return concludeStopped(mixtures, found);
  return confirmUpgrades(mixtures, found, { files: "old", notes: newFiles === "pass" ? [nextStep(mixtures)] : [] });
}

/**
 * Finds the upgrades that the new files need to fail, and then the cause in the files: with these upgrades or, if the old
 * files pass only with all of them, with all. `newPackages`: the outcome of the old files with all upgrades.
 */
export async function blameBoth(
  mixtures: MixtureContext,
  newPackages: Outcome | undefined,
): Promise<ChangesConclusion> {
  const { context, packages } = mixtures;
  const { old, new: now } = context.pair;
  const found = await explain(mixtures, "new");
  if (!found.complete) return concludeStopped(mixtures, found);
  const outcome = await searchMixtures(mixtures, {
    name: "old files",
    search: outcomeWith({ files: "old", upgrades: found.failing }),
    left: () => found.failing.size,
  });
  if (outcome === undefined) return concludeStopped(mixtures, found);
  const upgrades = upgradesOf(mixtures, found);
  const newest = packages.pairWith(packages.all);
  const earlier = found.searches;
  if (outcome === "pass") {
    const pair = packages.pairWith(found.failing);
    const used = { name: `${packagesOf(old).name} and ${upgradesText(upgrades)}` };
    return { ...(await searchFiles({ ...context, pair, packages: used, newest, earlier }, old)), upgrades };
  }
  const alone = `With these upgrades alone the files of ${old.name} ${outcome === "fail" ? "fail" : "cannot be judged"}`;
  if (newPackages === "pass") {
    const note = `${alone}, so the search among the files used all packages of ${now.name}.`;
    const search = () => searchFiles({ ...context, pair: newest, packages: packagesOf(now), earlier }, old);
    // Upgrades and lines were each found with all of the other half in place, never without it.
    return { ...(await continueWithNote(context, note, search)), upgrades, minimal: false };
  }
  const note = `${alone}, so the cause in the files of ${now.name} cannot be isolated.`;
  return confirmUpgrades(mixtures, found, { files: "new", notes: [note, nextStep(mixtures)] });
}

/** A version's own packages. */
export function packagesOf(version: Version): CandidatePackages {
  return { name: `the packages of ${version.name}`, of: version };
}

const maxUpgrades = 3;

/** The versions that upgrades lead to, as in: lib 2.0.0 and without other. */
function upgradesText({ entries }: NeededUpgrades): string {
  const texts = entries.map(({ package: name, new: now }) =>
    now === undefined ? `without ${name}` : `${name} ${now}`,
  );
  return listText(texts, { max: maxUpgrades });
}

function explain(mixtures: MixtureContext, files: Mixture["files"]): Promise<ExplainedUpgrades> {
  return mixtures.packages.explain((upgrades) => mixtureWorld(mixtures, { files, upgrades }));
}

function upgradesOf({ packages }: MixtureContext, found: ExplainedUpgrades): NeededUpgrades {
  return { entries: packages.entries(found), deltas: { total: packages.all.size, cause: found.failing.size } };
}

/** What is known when the search is stopped. */
function concludeStopped(mixtures: MixtureContext, found: ExplainedUpgrades): ChangesConclusion {
  const { context } = mixtures;
  const assumptions = brokenAssumptionsOf(context.run, found.searches);
  return { ...stoppedEarly(context), upgrades: upgradesOf(mixtures, found), assumptions };
}

interface Blame {
  readonly files: Mixture["files"];
  readonly notes: readonly string[];
}

/** Runs the test once more with the upgrades found, in a fresh tree. */
async function confirmUpgrades(
  mixtures: MixtureContext,
  found: ExplainedUpgrades,
  { files, notes }: Blame,
): Promise<ChangesConclusion> {
  const { context, packages } = mixtures;
  const { run, pair } = context;
  const world = packages.pairWith(found.failing).freshWorld(treeOf(pair, pair[files]));
  const inconsistent = await confirm(run, [{ world, outcome: "fail", name: "failing result" }]);
  return {
    ...nothingFound(context),
    verdict: "found",
    upgrades: upgradesOf(mixtures, found),
    minimal: inconsistent.length === 0,
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, found.searches)],
    notes,
  };
}

/** The command that continues from here. It tests the new files, which is why they must pass with the old packages. */
function nextStep({ context: { request } }: MixtureContext): string {
  const command = packagesCommand(request, "--deeper");
  const before = request.patch === undefined ? "" : "keep a copy of your LOCKFILE, apply the patch, and ";
  return `To find the lines in the package, ${before}run ${command}\nWith --keep-good, it writes a lockfile with the other upgrades.`;
}
