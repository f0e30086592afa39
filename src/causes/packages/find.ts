import { rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption, Story } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { UserError } from "../../core/user-error.ts";
import { verdictOf } from "../../run/conclusion.ts";
import { type Investigation, investigate } from "../../run/investigate.ts";
import type { Run } from "../../run/run.ts";
import { testIdentity } from "../../run/test-identity.ts";
import { unresolvedOutcomes } from "../../search/assumptions.ts";
import type { Explanation } from "../../search/explain.ts";
import { explainUpgrades } from "../../versions/packages/explain-upgrades.ts";
import { installBoth } from "../../versions/packages/install-both.ts";
import { checkDiskSpace } from "../../world/packages/disk-space.ts";
import { packagesOf, stockOf } from "../../world/packages/installed-upgrades.ts";
import { nameAt } from "../../world/packages/lockfile.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import { Upgrades } from "../../world/packages/upgrades.ts";
import type { PackagesContext } from "./context.ts";
import type { PackagesFinding } from "./finding.ts";
import { searchInsidePackages, upgradedPackages } from "./inside-packages.ts";
import { keepGood } from "./keep-good.ts";
import { tryOtherUpgrades } from "./other-upgrades.ts";
import { packageWorlds } from "./package-worlds.ts";
import { inputHashes, readSides } from "./read-sides.ts";
import type { PackagesRequest } from "./request.ts";
import { resultFiles } from "./result-files.ts";
import { type PackagesConclusion, packagesStory } from "./story.ts";

/** Finds which upgrade of a package makes a test fail. */
export async function findInPackages(run: Run, request: PackagesRequest): Promise<Story<PackagesFinding>> {
  const sides = readSides(request);
  inputHashes(request, sides).forEach((hash, i) => {
    if (hash === request.contents[i]) return;
    const changed = [sides.old.name, sides.new.name, "The project"][i];
    throw new UserError(`${changed} has changed since the run began, so its outcomes no longer hold: start a new run.`);
  });
  refuseSame(sides, Upgrades.between(sides.old.lockfile.entries, sides.new.lockfile.entries));
  const folder = join(run.record.folder, "packages");
  try {
    const { project } = sides;
    const home = project.home === undefined ? request.cwd : join(project.home, project.inside);
    const stores = await installBoth(run, { sides, folder, home });
    if (!stores)
      return packagesStory(run, request, { sides, verdict: verdictOf(run, false), minimal: false, assumptions: [] });
    const stock = stockOf(sides, stores);
    const worlds = packageWorlds(request, sides);
    checkDiskSpace(stock, request.conditions.jobs);
    for (const note of worlds.notes) run.note(note);
    const context: PackagesContext = { run, request, sides, stock, worlds, home };
    return packagesStory(run, request, await conclude(context));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuseSame({ old, new: now }: PackageSides, { deltas }: Upgrades): void {
  if (deltas.length > 0) return;
  throw new UserError(
    `${old.name} and ${now.name} install the same packages: there is no difference to search.\n` +
      "culprit changes looks for the cause in the files.",
  );
}

async function conclude(context: PackagesContext): Promise<PackagesConclusion> {
  const { run, request, sides, stock } = context;
  refuseSame(sides, stock.upgrades);
  const { result: found, ...conclusion } = await investigate(run, investigationOf(context));
  const explained = { sides, upgrades: stock.upgrades, ...conclusion, ...(found ? { found } : {}) };
  if (!found || conclusion.verdict !== "found") return explained;
  const causes = found.causes.isEmpty ? found.failing : found.causes;
  const kept = request.good === undefined ? undefined : await keepGood(context, causes, request.good);
  const others = kept ? undefined : await tryOtherUpgrades(context, causes);
  const deeper = request.deeper && kept?.complete !== false ? await searchInsidePackages(context, found) : undefined;
  const isDone = (kept?.complete ?? true) && (deeper?.complete ?? !request.deeper);
  return {
    ...explained,
    verdict: verdictOf(run, isDone),
    assumptions: [...(kept?.broken ?? []), ...(deeper?.broken ?? []), ...recounted(run, conclusion.assumptions)],
    notes: [
      ...(causes.size > 1 ? [notSplit(causes.size)] : []),
      ...(kept ?? others!).notes,
      ...(deeper?.notes ?? nextStep(context, found)),
    ],
    ...resultFiles(kept && request.good!.lockfile, [kept?.patch, ...(deeper?.patches ?? [])]),
    ...(kept ? { heldBack: kept.heldBack } : {}),
    ...(others?.remedy ? { remedy: others.remedy } : {}),
    ...(deeper?.found ? { deeper: deeper.found } : {}),
  };
}

function investigationOf({ run, request, sides, stock, worlds }: PackagesContext): Investigation<Explanation> {
  const world = (set: DeltaSet) => worlds.world({ packages: packagesOf(stock, set) });
  return {
    ends: {
      failing: { world: world(stock.upgrades.all), name: `the packages of ${sides.new.name}` },
      other: { world: world(DeltaSet.empty), name: `the packages of ${sides.old.name}` },
    },
    needsPassing: {
      fail: "Name packages with which it passes, perhaps of an older revision; culprit changes looks for the cause in the files.",
      unresolved:
        "Both sides have the files of the newer one. Name packages with which these pass; --failure says " +
        "what counts as the failure.",
    },
    testIdentity: () => testIdentity(request.test, request.cwd),
    search: async () => {
      const { complete, searches, ...found } = await explainUpgrades(run, stock, world);
      return { result: found, complete, searches };
    },
    claims: ({ failing }) => [
      {
        world: worlds.freshWorld({ packages: packagesOf(stock, failing) }),
        outcome: "fail",
        name: "failing result",
      },
    ],
  };
}

/** Maximum number of packages that are named in a sentence. */
const maxNamed = 3;

/** More tests have been run since: every count of them is that of the end. */
function recounted(run: Run, assumptions: readonly BrokenAssumption[]): BrokenAssumption[] {
  const { unresolved, needed } = run.counts.snapshot;
  return [
    ...assumptions.filter(({ assumption }) => assumption !== "resolved"),
    ...unresolvedOutcomes(unresolved, needed),
  ];
}

/** Says why several packages are named. */
function notSplit(packages: number): string {
  return `These ${packages} packages were also tried one by one, whatever versions they ask for: none of them can be left out.`;
}

/** Suggests `--deeper`. */
function nextStep({ stock }: PackagesContext, found: Explanation): string[] {
  const names = upgradedPackages(stock, found).map(({ path, new: now }) => nameAt(path, now));
  if (names.length === 0) return [];
  const which = names.length > maxNamed ? "these packages" : listText(names);
  return [`--deeper looks inside ${which} and names the lines.`];
}
