import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption, StageSummary, StepRow, Story } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import { reasonOf } from "../../core/reason.ts";
import type { Hinted } from "../../core/search.ts";
import { UserError } from "../../core/user-error.ts";
import { brokenBy, confirm, type SearchTaken, verdictOf } from "../../run/conclude.ts";
import { NotReproduced, settleEnds } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import { isRefusal, reproduced } from "../../run/reproduced.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import { runStage, stageOf, testedSets } from "../../run/stage.ts";
import { bisect } from "../../search/bisect.ts";
import { type Explanation, explain } from "../../search/explain.ts";
import { skipping } from "../../search/skipping.ts";
import type { Observation } from "../../trial/observation.ts";
import { Changes, type Placed } from "../../world/changes.ts";
import { Repository } from "../../world/git.ts";
import { aboutChanges } from "../../world/hints.ts";
import { namesIn } from "../../world/names.ts";
import { changesBetween, scopesOf } from "../../world/scopes.ts";
import { treeHash } from "../../world/tree-hash.ts";
import { commitVersion, type Version, workingTree } from "../../world/version.ts";
import type { Range } from "./blame.ts";
import { type Commit, type Commits, commitsBetween, describeCommit } from "./commits.ts";
import { firstPassing } from "./find-good.ts";
import { lockfileNotes } from "./lockfiles.ts";
import { writePatches } from "./output.ts";
import { applyPatch, patchBetween } from "./patch.ts";
import type { ChangesRequest } from "./request.ts";
import { type Setting, settingOf } from "./setting.ts";
import { type Told, tell } from "./story.ts";

interface Task {
  readonly run: Run;
  readonly request: ChangesRequest;
  readonly setting: Setting;
  readonly listener: Listener;
  readonly steps: StepRow[];
  readonly stages: StageSummary[];
}

/** Finds the cause of a failure in what was changed between two versions. */
export async function findInChanges(run: Run, request: ChangesRequest, listener: Listener): Promise<Story> {
  const setting = settingOf(request, request.patch && patchedTree(run, request, request.patch));
  [setting.old, setting.new].forEach((version, i) => {
    if (request.contents[i] !== undefined && request.contents[i] !== treeHash({ base: version, placed: [] }))
      throw new UserError(
        `${version.name} has changed since the run began, so its outcomes no longer hold: start a new run.`,
      );
  });
  for (const note of setting.notes) listener.onNote(note);
  const task: Task = { run, request, setting, listener, steps: [], stages: [] };
  return tell(run, request, await conclude(task));
}

async function conclude(task: Task): Promise<Told> {
  const { run, listener, setting, steps, stages } = task;
  const whole = Changes.between(setting.old, setting.new, setting.isPinned);
  for (const note of [...whole.notes, ...lockfileNotes(whole)]) listener.onNote(note);
  const refused = { changes: whole, steps, stages, assumptions: [], minimal: false };
  if (whole.changes.length === 0 && !task.request.older)
    throw new UserError(`${setting.old.name} and ${setting.new.name} are the same: there is no difference to search.`);
  const ends = await reproduced(run, listener, () => settle(task));
  if (isRefusal(ends)) return { ...refused, ...ends };
  const passing = ends.other.outcome === "pass" ? setting.old : await findPassing(task);
  if (!passing) return { ...refused, ...nonePasses(task) };
  const came = await searchCommits(task, passing);
  if (came && !came.complete) return { ...refused, verdict: verdictOf(run, false), suspects: came.suspects };
  return narrow(task, came ?? { passing, failing: setting.new });
}

/** The working tree with the patch applied; kept with the record, so that a resumed run has the same. */
function patchedTree(run: Run, { cwd }: ChangesRequest, patch: string): string {
  const folder = run.record.place("patched");
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  workingTree(Repository.around(cwd)!).checkOut(partial);
  try {
    applyPatch(partial, readFileSync(patch));
  } catch (error) {
    throw new UserError(`The patch does not apply to the working tree: ${reasonOf(error)}.`);
  }
  renameSync(partial, folder);
  return folder;
}

/** Walks back to a version that passes. */
async function findPassing({ run, request, setting, listener, steps, stages }: Task): Promise<Version | undefined> {
  const older = request.older ?? [];
  const versions = older.map((commit, i) => {
    let version: Version | undefined = i === 0 ? setting.old : undefined;
    return () => (version ??= commitVersion(setting.repository!, commit, nameOf(setting.repository!, commit)));
  });
  const total = older.length;
  const end = await runStage(
    run,
    {
      search: firstPassing(total),
      key: String,
      world: (number) => setting.world(treeOf(setting, versions[number]!())),
      shown: (number) => ({ stage: "versions", set: nameOf(setting.repository!, older[number]!), size: number + 1 }),
      total,
      unit: "versions",
      sizes: () => ({ failing: total }),
      start: { failing: total },
    },
    { onStep: (row) => steps.push(row), onProgress: listener.onProgress },
  );
  stages.push({ name: "versions", search: "find-good", deltas: { total, cause: total }, needed: end.needed });
  return end.result === undefined ? undefined : versions[end.result]!();
}

function nonePasses({ run, request }: Task): {
  verdict: "not-reproduced" | "exhausted" | "interrupted";
  reason?: string;
} {
  if (run.stopped.aborted) return { verdict: run.stopped.reason };
  const reason = `None of ${request.older?.length} older versions passes, back to the first commit.`;
  return { verdict: "not-reproduced", reason };
}

async function settle({ run, request, setting }: Task): Promise<EndsEvent> {
  const { old, new: now, world } = setting;
  const ends = await settleEnds(run, {
    failing: { world: world(treeOf(setting, now)), name: now.name },
    other: { world: world(treeOf(setting, old)), name: old.name },
  });
  const { outcome, ended } = ends.other;
  if (outcome === "pass" || request.older) return ends;
  const how = outcome === "fail" ? "fails on" : "cannot be judged on";
  const next =
    outcome === "fail"
      ? "Name an older version that passes; --find-good looks for one."
      : "Name a version on which it passes; --build CMD tells failed builds from failed tests.";
  throw new NotReproduced(
    `The test ${how} ${old.name} too (${ended}), so what changed since is not the cause.\n${next}`,
  );
}

/** A tag where there is one, or else the beginning of the commit's name. */
function nameOf(repository: Repository, commit: string): string {
  const tags = repository.text(["tag", "--points-at", commit]).split("\n");
  return tags[0] || commit.slice(0, 10);
}

/** A version as what differs from the old one. */
function treeOf({ old }: Setting, version: Version): { base: Version; placed: Placed[] } {
  if (version === old) return { base: old, placed: [] };
  const paths = new Set([...old.items.keys(), ...version.items.keys()]);
  const placed = [...paths].flatMap((path): Placed[] => {
    const [before, item] = [old.items.get(path), version.items.get(path)];
    if (before?.kind === "module" || item?.kind === "module") return [];
    const same =
      before && item && before.id === item.id && before.executable === item.executable && before.kind === item.kind;
    return same || before === item ? [] : [{ path, item }];
  });
  version.load?.(placed.flatMap(({ path, item }) => (item ? [path] : [])));
  return { base: old, placed };
}

/** Between which two versions the failure came in. */
interface Came {
  readonly passing: Version;
  readonly failing: Version;
}

/** Where the search among the commits came to. */
interface AmongCommits extends Came {
  readonly complete: boolean;
  /** Some of those that may have brought it. */
  readonly suspects: readonly Commit[];
}

/** More suspects than this are counted, not named. */
const mostSuspects = 20;

/** Looks for the commit that brought the failure, where there are commits between the two versions. */
async function searchCommits(task: Task, old: Version): Promise<AmongCommits | undefined> {
  const { run, request, setting, listener, stages } = task;
  const history = request.history ? historyOf(task, old) : undefined;
  if (!history || history.count < 2) return undefined;
  const { repository } = setting;
  const versions = new Map<number, Version>([
    [history.count - 1, setting.new],
    [-1, old],
  ]);
  const versionOf = (number: number) => {
    const known =
      versions.get(number) ??
      commitVersion(repository!, history.commits[number]!, nameOf(repository!, history.commits[number]!));
    versions.set(number, known);
    return known;
  };
  const trees = new Map<number, ReturnType<typeof treeOf>>();
  const treeAt = (number: number) => {
    const known = trees.get(number) ?? treeOf(setting, versionOf(number));
    trees.set(number, known);
    return known;
  };
  const total = history.count;
  const end = await runStage(
    run,
    {
      search: bisect(history),
      key: String,
      world: (number) => setting.world(treeAt(number)),
      shown: (number) => ({
        stage: "commits",
        set: (history.commits[number] ?? setting.new.name).slice(0, 10),
        size: number + 1,
      }),
      total,
      unit: "commits",
      sizes: ({ suspects }) => ({ failing: suspects.length }),
      start: { failing: total },
    },
    { onStep: (row) => task.steps.push(row), onProgress: listener.onProgress },
  );
  const { failing, passing, suspects } = end.result!;
  stages.push({ name: "commits", search: "bisect", deltas: { total, cause: suspects.length }, needed: end.needed });
  const named = end.complete ? [] : suspects.flatMap((number) => history.commits[number] ?? []).slice(0, mostSuspects);
  return {
    passing: versionOf(passing),
    failing: versionOf(failing),
    complete: end.complete,
    suspects: named.map((commit) => describeCommit(repository!, commit)),
  };
}

function historyOf({ request, setting }: Task, old: Version): Commits | undefined {
  const { repository, new: now } = setting;
  if (!repository || !old.commit || (request.new !== undefined && !now.commit)) return undefined;
  const last = now.commit ?? repository.commit("HEAD");
  const commits = last && commitsBetween(repository, old.commit, last, request.firstParent);
  if (!commits || now.commit) return commits || undefined;
  // The working tree is one version more.
  const count = commits.count + 1;
  return {
    ...commits,
    count,
    parents: (version) => (version === commits.count ? [version - 1] : commits.parents(version)),
  };
}

/** After so many candidates that cannot be read, they are tested all the same. */
const mostForeknown = 2000;

/** Narrows the difference between two versions, of which the first passes and the second fails. */
async function narrow(task: Task, { passing, failing }: Came): Promise<Told> {
  const { run, setting, listener, steps, stages } = task;
  const changes = await changesBetween(passing, failing, setting.isPinned);
  const named = namesIn(changes.changes);
  const { depth, files, foreknown } = await scopesOf(changes);
  const { placed: before } = treeOf(setting, passing);
  const treeWith = (set: DeltaSet) => ({ base: setting.old, placed: overlaid(before, changes.compose(set)) });
  const worldWith = (set: DeltaSet) =>
    setting.world(treeWith(set), { hint: (execution) => aboutChanges(execution, changes, named).toString() });
  const total = changes.changes.length;
  const { dependencies } = named;
  const ends = { passing: DeltaSet.empty, failing: changes.all };
  const search = skipping<Explanation, Outcome | Hinted>(
    explain({ ...ends, depth, dependencies, groups: files }),
    foreknown,
    mostForeknown,
  );
  const end = await runStage<DeltaSet, Explanation, Outcome | Hinted>(
    run,
    stageOf({
      name: "changes",
      search,
      answer: hinted,
      total,
      world: worldWith,
      start: { failing: total, passing: 0 },
      sizes: ({ failing, suspects }) => ({
        failing: failing.size,
        passing: failing.size - (suspects.isEmpty ? failing.size : suspects.size),
      }),
    }),
    { onStep: (row) => steps.push(row), onProgress: listener.onProgress },
  );
  const found = end.result ?? { failing: changes.all, causes: changes.all, suspects: changes.all };
  const cause = end.complete ? found.failing : found.suspects.isEmpty ? found.failing : found.suspects;
  stages.push({ name: "changes", search: "explain", deltas: { total, cause: cause.size }, needed: end.needed });
  const searches: SearchTaken[] = [{ tested: () => testedSets(search, end), found: { failing: found.failing } }];
  const told = { changes, steps, stages, came: { passing, failing }, range: rangeOf(setting, passing, failing) };
  if (!end.complete) {
    return {
      ...told,
      verdict: verdictOf(run, false),
      found: { ...found, failing: cause },
      assumptions: brokenBy(run, searches),
      minimal: false,
    };
  }
  const patchTo = (from: DeltaSet, to: DeltaSet) =>
    patchBetween(changes.compose(from), changes.compose(to), join(run.record.folder, "patch"));
  const patch = patchTo(DeltaSet.empty, found.failing);
  const fix = await findFix(task, changes, found.failing, worldWith);
  const reverse = fix && patchTo(changes.all, changes.all.minus(fix));
  const paths = writePatches(run, task.request, { cause: patch, ...(reverse ? { fix: reverse } : {}) });
  const inconsistent = await confirmPatches(task, { patch, reverse, treeWith, all: changes.all });
  return {
    ...told,
    verdict: "found",
    found,
    paths,
    assumptions: [...inconsistent, ...brokenBy(run, searches)],
    minimal: inconsistent.length === 0,
  };
}

function hinted({ outcome, hint }: Observation): Outcome | Hinted {
  return outcome === "unresolved" && hint ? { outcome, about: DeltaSet.parse(hint) } : outcome;
}

/** Undefined where what fails is a folder of which the repository knows nothing. */
function rangeOf({ repository }: Setting, passing: Version, failing: Version): Range | undefined {
  if (!repository || !(failing.commit || failing.root === repository.root)) return undefined;
  return { repository, old: passing.commit, now: failing.commit };
}

function overlaid(below: readonly Placed[], above: readonly Placed[]): Placed[] {
  const hidden = new Set(above.map(({ path }) => path));
  return [...below.filter(({ path }) => !hidden.has(path)), ...above];
}

/** What to take back in the failing version so that it passes: what was found, and where need be what depends on it. */
async function findFix(
  { run }: Task,
  changes: Changes,
  found: DeltaSet,
  worldWith: (set: DeltaSet) => Parameters<Run["observe"]>[0],
): Promise<DeltaSet | undefined> {
  const { dependencies } = namesIn(changes.changes);
  try {
    for (const gone of [found, dependencies.withDependents(found)]) {
      const { outcome } = await run.observe(worldWith(changes.all.minus(gone)));
      if (outcome === "pass") return gone;
    }
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return undefined;
}

interface Patches {
  readonly patch: Uint8Array;
  readonly reverse: Uint8Array | undefined;
  readonly treeWith: (set: DeltaSet) => { base: Version; placed: Placed[] };
  readonly all: DeltaSet;
}

/** Applies the patches to fresh trees, as the user would, and runs the test there. */
async function confirmPatches(
  { run, setting }: Task,
  { patch, reverse, treeWith, all }: Patches,
): Promise<BrokenAssumption[]> {
  const claim = (set: DeltaSet, text: Uint8Array, outcome: Outcome, name: string) => ({
    world: setting.freshWorld(treeWith(set), (folder) => applyPatch(folder, text)),
    outcome,
    name,
  });
  return confirm(run, [
    claim(DeltaSet.empty, patch, "fail", "passing version with the patch"),
    ...(reverse ? [claim(all, reverse, "pass", "failing version with the change taken back")] : []),
  ]);
}
