import { join } from "node:path";
import type { Story } from "../../../core/finding.ts";
import { UserError } from "../../../core/user-error.ts";
import { verdictOf } from "../../../run/conclusion.ts";
import type { Run } from "../../../run/run.ts";
import { storyOf } from "../../../run/story.ts";
import type { ListSearch, SettingsList } from "../../../settings/list.ts";
import { listDetails } from "../../../settings/list-details.ts";
import { searchList } from "../../../settings/search-list.ts";
import { entryOf } from "../../../versions/packages/locked/entry.ts";
import { type CandidateTrees, fillCaches } from "../../../versions/packages/locked/fill-caches.ts";
import { placedFiles } from "../../../versions/packages/locked/installation.ts";
import { candidateFiles, type LockedSides } from "../../../versions/packages/locked/locked-context.ts";
import { loadManager } from "../../../world/packages/managers/managers.ts";
import { againWords } from "../again.ts";
import type { PackagesFinding } from "../finding.ts";
import { projectTree } from "../read-sides.ts";
import { concludeLocked } from "./conclude-locked.ts";
import type { LockedSearch } from "./locked-search.ts";
import { type LockedWorlds, lockedWorlds } from "./locked-worlds.ts";
import { lockedHashes, readLocked } from "./read-locked.ts";
import type { LockedRequest } from "./request.ts";

/** Finds which upgrade makes a test fail, with a manager that installs every candidate itself. */
export async function findInLockfiles(run: Run, request: LockedRequest): Promise<Story<PackagesFinding>> {
  const sides = readLocked(request);
  lockedHashes(request, sides).forEach((hash, i) => {
    if (hash === request.contents[i]) return;
    const changed = [sides.old.name, sides.new.name, "The project"][i];
    throw new UserError(`${changed} has changed since the run began, so its outcomes no longer hold: start a new run.`);
  });
  const manager = await loadManager(request.manager);
  const difference = await manager.compare(sides.old, sides.new);
  const context: LockedSearch = {
    run,
    request,
    manager,
    sides,
    difference,
    test: request.test,
    home: homeOf(request, sides),
  };
  if (difference.packages.length === 0)
    throw new UserError(
      `${sides.old.name} and ${sides.new.name} install the same packages: there is no difference to search.\n` +
        "culprit changes looks for the cause in the files.",
    );
  const worlds = lockedWorlds(context);
  for (const note of worlds.notes) run.note(note);
  const listed: ListSearch = { run, request, list: upgradesOf(context, worlds) };
  if (!(await fillCaches(context, treesOf(context)))) {
    const stopped = { verdict: verdictOf(run, false), minimal: false, assumptions: [] };
    return storyOf<PackagesFinding>(run, request, { conclusion: stopped, details: listDetails(listed, stopped) });
  }
  const conclusion = await searchList(listed);
  const [found] = conclusion.result ?? [];
  const details = { ...listDetails(listed, conclusion), again: againWords(request) };
  if (!found || conclusion.verdict !== "found") return storyOf<PackagesFinding>(run, request, { conclusion, details });
  const after = await concludeLocked(context, { worlds, trees: treesOf(context), found });
  return storyOf<PackagesFinding>(run, request, {
    conclusion: {
      ...conclusion,
      verdict: verdictOf(run, after.complete),
      assumptions: [...conclusion.assumptions, ...after.broken],
    },
    details: { ...details, ...after.details },
  });
}

function homeOf({ cwd }: LockedRequest, { project: { home, inside } }: LockedSides): string {
  return home === undefined ? cwd : join(home, inside);
}

function treesOf(context: LockedSearch): CandidateTrees {
  const { request, sides } = context;
  return {
    project: projectTree(sides.project, request),
    placed: (set) => placedFiles(sides.project.inside, candidateFiles(context, set)),
  };
}

function upgradesOf(context: LockedSearch, { world }: LockedWorlds): SettingsList {
  const { manager, sides, difference } = context;
  const { packages } = difference;
  return {
    unit: "packages",
    total: packages.length,
    world,
    names: { failing: `the packages of ${sides.new.name}`, other: `the packages of ${sides.old.name}` },
    advice: {
      fail: "Name packages with which it passes, perhaps of an older revision; culprit changes looks for the cause in the files.",
      unresolved:
        "Both sides have the files of the newer one. Name packages with which these pass; --failure says what counts as the failure.",
    },
    text: (set) => candidateFiles(context, set).get(sides.new.lockfile) ?? "",
    entry: (i) => entryOf(packages[i]!, manager.projectName(sides.new)),
    words: [],
  };
}
