import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { StageSummary, StepRow, Story } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Hinted } from "../../core/search.ts";
import { UserError } from "../../core/user-error.ts";
import { brokenBy, confirm, type SearchTaken, verdictOf } from "../../run/conclude.ts";
import { settleEnds } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import { requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduced } from "../../run/reproduced.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import { runStage, stageOf, testedSets } from "../../run/stage.ts";
import { type Explanation, explain } from "../../search/explain.ts";
import { skipping } from "../../search/skipping.ts";
import { filesNamed } from "../../trial/test-words.ts";
import { contentHash } from "../../world/content.ts";
import { goDeeper, upgradedBy } from "./deeper.ts";
import { install } from "./install.ts";
import { keepGood } from "./keep-good.ts";
import { nameAt } from "./lockfile.ts";
import type { PackagesRequest } from "./request.ts";
import { checkRoom } from "./room-enough.ts";
import { packagesOf, type Setting, type Stores, settingOf } from "./setting.ts";
import { contentsOf, readSides, type Sides } from "./sides.ts";
import { type Told, tell } from "./story.ts";
import { Upgrades } from "./upgrades.ts";

/** A search for packages at work. */
export interface Task {
  readonly run: Run;
  readonly request: PackagesRequest;
  readonly listener: Listener;
  readonly sides: Sides;
  readonly setting: Setting;
  /** The user's folder in which packages are installed. */
  readonly home: string;
  readonly steps: StepRow[];
  readonly stages: StageSummary[];
}

/** Finds which upgrade of a package makes a test fail. */
export async function findInPackages(run: Run, request: PackagesRequest, listener: Listener): Promise<Story> {
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
    const stores = await installBoth(run, { listener, sides, folder, home });
    if (!stores) return tell(run, request, { verdict: verdictOf(run, false), ...nothing(sides) });
    const setting = settingOf(request, sides, stores);
    checkRoom(setting, request.conditions.jobs);
    for (const note of setting.notes) listener.onNote(note);
    const task: Task = { run, request, listener, sides, setting, home, steps: [], stages: [] };
    return tell(run, request, await conclude(task));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuseSame({ old, new: now }: Sides, { deltas }: Upgrades): void {
  if (deltas.length > 0) return;
  throw new UserError(
    `${old.name} and ${now.name} install the same packages: there is no difference to search.\n` +
      "culprit changes looks for the cause in the files.",
  );
}

function nothing(sides: Sides): Omit<Told, "verdict"> {
  return { sides, minimal: false, steps: [], stages: [], assumptions: [] };
}

interface InstallingBoth extends Pick<Task, "listener" | "sides" | "home"> {
  readonly folder: string;
}

/** Undefined if the run was stopped meanwhile. */
async function installBoth(run: Run, { listener, sides, folder, home }: InstallingBoth): Promise<Stores | undefined> {
  const stores = { old: join(folder, "old"), new: join(folder, "new") };
  const failed = new AbortController();
  const signal = AbortSignal.any([run.stopped, failed.signal]);
  listener.onNote(`Installing the packages of ${sides.old.name} and of ${sides.new.name}, out of the way of yours.`);
  const each = (["old", "new"] as const).map(async (which) => {
    const keep = (output: string) => run.record.keep(`npm-${which}.txt`, output);
    try {
      await install(sides[which], { folder: stores[which], home, signal, keep });
    } catch (error) {
      failed.abort();
      throw error;
    }
  });
  const refused = (await Promise.allSettled(each)).flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  if (run.stopped.aborted) return undefined;
  const reason = refused.find((error) => error instanceof UserError) ?? refused[0];
  if (reason !== undefined) throw reason;
  return stores;
}

async function conclude(task: Task): Promise<Told> {
  const { run, request, listener, sides, setting, steps, stages } = task;
  const { upgrades } = setting;
  refuseSame(sides, upgrades);
  const ends = await reproduced(run, listener, () => settle(task));
  if (isRefusal(ends)) return { ...nothing(sides), upgrades, ...ends };
  if (run.conditions.reuse) run.reuse(testIdentity(request));
  const { found, complete, searches } = await narrow(task);
  const told = { sides, upgrades, found, steps, stages };
  if (!complete)
    return { ...told, verdict: verdictOf(run, false), minimal: false, assumptions: brokenBy(run, searches) };
  const claim = setting.freshWorld({ packages: packagesOf(setting, found.failing) });
  const inconsistent = await confirm(run, [{ world: claim, outcome: "fail", name: "failing result" }]);
  const kept = request.good === undefined ? undefined : await keepGood(task, found, request.good);
  const deeper = request.deeper && kept?.complete !== false ? await goDeeper(task, found) : undefined;
  const isDone = (kept?.complete ?? true) && (deeper?.complete ?? !request.deeper);
  return {
    ...told,
    verdict: verdictOf(run, isDone),
    minimal: inconsistent.length === 0,
    assumptions: [...inconsistent, ...(kept?.broken ?? []), ...(deeper?.broken ?? []), ...brokenBy(run, searches)],
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

/** After so many sets that cannot be installed, they are tested all the same. */
const mostForeknown = 2000;

interface Narrowed {
  readonly found: Explanation;
  readonly complete: boolean;
  readonly searches: readonly SearchTaken[];
}

async function narrow(task: Task): Promise<Narrowed> {
  const { run, listener, setting, steps, stages } = task;
  const { upgrades, possible } = setting;
  const total = upgrades.deltas.length;
  const search = skipping<Explanation, Outcome | Hinted>(
    explain({
      passing: DeltaSet.empty,
      failing: upgrades.all,
      depth: (left, right) => commonDepth(upgrades, left, right),
      dependencies: possible.dependencies,
    }),
    possible.foreknown,
    mostForeknown,
  );
  const end = await runStage<DeltaSet, Explanation, Outcome | Hinted>(
    run,
    stageOf({
      name: "packages",
      search,
      total,
      world: (set) => setting.world({ packages: packagesOf(setting, set) }),
      start: { failing: total, passing: 0 },
      sizes: ({ failing, suspects }) => ({
        failing: failing.size,
        passing: failing.size - (suspects.isEmpty ? failing.size : suspects.size),
      }),
    }),
    { onStep: (row) => steps.push(row), onProgress: listener.onProgress },
  );
  const whole = { failing: upgrades.all, causes: upgrades.all, suspects: upgrades.all };
  const found = end.result ?? whole;
  const left = end.complete || found.suspects.isEmpty ? found.failing : found.suspects;
  stages.push({ name: "packages", search: "explain", deltas: { total, cause: left.size }, needed: end.needed });
  return {
    found: end.complete ? found : { ...found, failing: left, causes: left },
    complete: end.complete,
    searches: [{ tested: () => testedSets(search, end), found: { failing: found.failing } }],
  };
}

/** Packages of one scope, and those inside one package, are likely to go together. */
function commonDepth({ deltas }: Upgrades, left: number, right: number): number {
  const [a, b] = [left, right].map((delta) => deltas[delta]![0]!.path.split("/").slice(1));
  const apart = a!.findIndex((part, i) => part !== b![i]);
  return apart === -1 ? a!.length : apart;
}

/** Says whether it is enough to take back what was found, and leave the other upgrades as they are. */
async function takenBack({ run, setting, sides }: Task, { failing, causes }: Explanation): Promise<string[]> {
  const { upgrades, possible } = setting;
  const gone = possible.dependencies.withDependents(causes.isEmpty ? failing : causes);
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
