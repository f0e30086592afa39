import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { brokenAssumptionsOf, confirm, verdictOf } from "../../run/conclude.ts";
import { settleEnds } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import { explainUpgrades } from "../../run/explain-upgrades.ts";
import { installBoth } from "../../run/install-both.ts";
import { requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import type { Run } from "../../run/run.ts";
import type { Explanation } from "../../search/explain.ts";
import { filesNamed } from "../../trial/test-words.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { checkDiskSpace } from "../../world/packages/disk-space.ts";
import { packagesOf, stockOf } from "../../world/packages/installed-upgrades.ts";
import { nameAt } from "../../world/packages/lockfile.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import { Upgrades } from "../../world/packages/upgrades.ts";
import { goDeeper, upgradedBy } from "./deeper.ts";
import { keepGood } from "./keep-good.ts";
import type { PackagesRequest } from "./request.ts";
import { type Setting, settingOf } from "./setting.ts";
import { contentsOf, readSides } from "./sides.ts";
import { type Told, tell } from "./story.ts";

/** A search for packages at work. */
export interface Task {
  readonly run: Run;
  readonly request: PackagesRequest;
  readonly sides: PackageSides;
  readonly setting: Setting;
  /** The user's folder in which packages are installed. */
  readonly home: string;
}

/** Finds which upgrade of a package makes a test fail. */
export async function findInPackages(run: Run, request: PackagesRequest): Promise<Story> {
  const sides = readSides(request);
  contentsOf(request, sides).forEach((content, i) => {
    if (content === request.contents[i]) return;
    const changed = [sides.old.name, sides.new.name, "The project"][i];
    throw new UserError(`${changed} has changed since the run began, so its outcomes no longer hold: start a new run.`);
  });
  refuseSame(sides, Upgrades.between(sides.old.lockfile.entries, sides.new.lockfile.entries));
  const folder = join(run.record.folder, "packages");
  try {
    const { project } = sides;
    const home = project.home === undefined ? request.cwd : join(project.home, project.inside);
    const stores = await installBoth(run, { sides, folder, home });
    if (!stores) return tell(run, request, { verdict: verdictOf(run, false), ...nothing(sides) });
    const setting = settingOf(request, sides, stockOf(sides, stores));
    checkDiskSpace(setting, request.conditions.jobs);
    for (const note of setting.notes) run.note(note);
    const task: Task = { run, request, sides, setting, home };
    return tell(run, request, await conclude(task));
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

function nothing(sides: PackageSides): Omit<Told, "verdict"> {
  return { sides, minimal: false, assumptions: [] };
}

async function conclude(task: Task): Promise<Told> {
  const { run, request, sides, setting } = task;
  const { upgrades } = setting;
  refuseSame(sides, upgrades);
  const ends = await reproduce(run, () => settle(task));
  if (isRefusal(ends)) return { ...nothing(sides), upgrades, ...ends };
  if (run.conditions.reuse) run.reuse(testIdentity(request));
  const world = (set: DeltaSet) => setting.world({ packages: packagesOf(setting, set) });
  const { complete, taken, ...found } = await explainUpgrades(run, setting, world);
  const told = { sides, upgrades, found };
  if (!complete)
    return { ...told, verdict: verdictOf(run, false), minimal: false, assumptions: brokenAssumptionsOf(run, [taken]) };
  const claim = setting.freshWorld({ packages: packagesOf(setting, found.failing) });
  const inconsistent = await confirm(run, [{ world: claim, outcome: "fail", name: "failing result" }]);
  const kept = request.good === undefined ? undefined : await keepGood(task, found, request.good);
  const deeper = request.deeper && kept?.complete !== false ? await goDeeper(task, found) : undefined;
  const isDone = (kept?.complete ?? true) && (deeper?.complete ?? !request.deeper);
  return {
    ...told,
    verdict: verdictOf(run, isDone),
    minimal: inconsistent.length === 0,
    assumptions: [
      ...inconsistent,
      ...(kept?.broken ?? []),
      ...(deeper?.broken ?? []),
      ...brokenAssumptionsOf(run, [taken]),
    ],
    notes: [...(kept?.notes ?? (await takenBack(task, found))), ...(deeper?.notes ?? nextStep(task, found))],
    ...(kept ? { heldBack: kept.heldBack, files: { good: request.good! } } : {}),
    ...(deeper?.found ? { deeper: deeper.found } : {}),
  };
}

/** Offers to go on into what was found. */
function nextStep(task: Task, found: Explanation): string[] {
  const names = upgradedBy(task, found).map(({ path, new: now }) => nameAt(path, now));
  if (names.length === 0) return [];
  const which = names.length > 3 ? `these ${names.length} packages` : names.join(" and ");
  return [`--deeper goes on into ${which} and names the lines.`];
}

async function settle({ run, sides, setting }: Task): Promise<EndsEvent> {
  const { upgrades } = setting;
  const worldOf = (set: DeltaSet) => setting.world({ packages: packagesOf(setting, set) });
  const names = { failing: `the packages of ${sides.new.name}`, other: `the packages of ${sides.old.name}` };
  const ends = await settleEnds(run, {
    failing: { world: worldOf(upgrades.all), name: names.failing },
    other: { world: worldOf(DeltaSet.empty), name: names.other },
  });
  return requirePassing(ends, {
    ...names,
    advice: {
      fail: "Name packages with which it passes, of an older revision perhaps; culprit changes looks for the cause in the files.",
      unresolved:
        "The files are the same with both, as they are in the newer one. Name packages with which these pass; --failure says " +
        "what counts as the failure.",
    },
  });
}

/** All that an outcome depends on besides the candidate. */
function testIdentity({ test, cwd }: PackagesRequest): unknown {
  return ["packages", test, filesNamed(test, cwd).map((path) => contentHash(readFileSync(path)))];
}

/** Says whether it is enough to take back what was found, and leave the other upgrades as they are. */
async function takenBack({ run, setting, sides }: Task, { failing, causes }: Explanation): Promise<string[]> {
  const { upgrades, compatibility } = setting;
  const gone = compatibility.dependencies.withDependents(causes.isEmpty ? failing : causes);
  if (gone.equals(upgrades.all)) return [];
  try {
    const { outcome, ended } = await run.observe(
      setting.freshWorld({ packages: packagesOf(setting, upgrades.all.minus(gone)) }),
    );
    const without = `With all other upgrades of ${sides.new.name}${gone.size > causes.size ? " that can go without it" : ""}`;
    if (outcome === "pass") return [`${without} the test passes.`];
    return [`${without} the test does not pass (${outcome}, ${ended}): there is more to it.`];
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return [];
  }
}
