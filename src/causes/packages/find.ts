import { rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { verdictOf } from "../../run/conclusion.ts";
import { type Investigation, investigate } from "../../run/investigate.ts";
import type { Run } from "../../run/run.ts";
import { testIdentity } from "../../run/test-identity.ts";
import type { Explanation } from "../../search/explain.ts";
import { explainUpgrades } from "../../versions/packages/explain-upgrades.ts";
import { installBoth } from "../../versions/packages/install-both.ts";
import { checkDiskSpace } from "../../world/packages/disk-space.ts";
import { packagesOf, stockOf } from "../../world/packages/installed-upgrades.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import { Upgrades } from "../../world/packages/upgrades.ts";
import { concludeFound } from "./conclude-found.ts";
import type { PackagesContext } from "./context.ts";
import type { PackagesFinding } from "./finding.ts";
import { packageWorlds } from "./package-worlds.ts";
import { inputHashes, readSides } from "./read-sides.ts";
import type { PackagesRequest } from "./request.ts";
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
  const { run, sides, stock } = context;
  refuseSame(sides, stock.upgrades);
  const { result: found, ...conclusion } = await investigate(run, investigationOf(context));
  const explained = { sides, upgrades: stock.upgrades, ...conclusion, ...(found ? { found } : {}) };
  if (!found || conclusion.verdict !== "found") return explained;
  return concludeFound(context, found, explained);
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
