import { join } from "node:path";
import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { settleEnds } from "../../run/ends.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import type { Run } from "../../run/run.ts";
import { packagesOfHere } from "../../versions/packages/installed-packages-note.ts";
import type { VersionsRequest } from "../../versions/request.ts";
import { settingOf } from "../../versions/worlds/version-pair.ts";
import { Repository } from "../../world/git/repository.ts";
import { isLockfile } from "../../world/packages/lockfile-names.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { conclude } from "./conclude.ts";
import { type Branch, type HistoryTask, worldOf } from "./context.ts";
import type { HistoryFinding } from "./finding.ts";
import { carriedFolder } from "./patches/carried-folder.ts";
import { givenPatches } from "./patches/given-patches.ts";
import { writeMails } from "./patches/patch-mails.ts";
import type { HistoryRequest } from "./request.ts";
import { refusedStory } from "./story.ts";
import { walkBranches } from "./walk/branches.ts";
import { Past } from "./walk/version-history.ts";
import { shallow } from "./walk/versions-back.ts";

/** Finds what made a test fail of which no earlier version passes, because older defects hide it there. */
export async function findInHistory(run: Run, asked: HistoryRequest): Promise<Story<HistoryFinding>> {
  const repository = Repository.containing(asked.cwd);
  if (!repository) throw new UserError("There is no git repository here.");
  const request = requestOf(asked);
  const setting = settingOf(request);
  if (asked.content !== undefined && asked.content !== treeHash({ base: setting.new, placed: [] }))
    throw new UserError(
      "The working tree has changed since the run began, so its outcomes no longer hold: start a new run.",
    );
  for (const note of setting.notes) run.note(note);
  const past = new Past(repository, asked.line, join(run.record.folder, "past"));
  try {
    const cures = givenPatches(asked, past);
    const branch: Branch = { number: 1, start: 0, series: cures, ended: "not followed" };
    const task: HistoryTask = {
      ...{ run, request, setting, asked, past },
      ...{ seen: [], walks: [], branches: [branch], masks: [], cures: [] },
    };
    task.cures.push(...cures.cures.map((cure) => ({ cure, branch: 1 })));
    return await explain(task, branch);
  } finally {
    past.remove();
  }
}

async function explain(task: HistoryTask, first: Branch): Promise<Story<HistoryFinding>> {
  const { run } = task;
  const ends = await reproduce(run, () => settle(task, first));
  if (isRefusal(ends)) return refusedStory(task, ends);
  for (const note of lockfileNotes(task)) run.note(note);
  const found = await walkBranches(task, (branch) => save(task, branch));
  if (!found) return refusedStory(task, run.stopped.aborted || !isDone(task) ? {} : { reason: ranOut(task) });
  return conclude(task, found);
}

function lockfileNotes({ past, request }: HistoryTask): string[] {
  if (request.build !== undefined) return [];
  const [newest, oldest] = [0, past.oldest].map((version) => past.treeOf(past.commitAt(version)));
  return packagesOfHere(
    past.repository.fields(["diff-tree", "-r", "-z", "--name-only", oldest!, newest!]).filter(isLockfile),
  );
}

function isDone({ branches }: HistoryTask): boolean {
  return branches.every(({ ended }) => ended !== "stopped");
}

/** The newest version must fail; the next older one tells with it how long a test takes. */
async function settle(task: HistoryTask, { series }: Branch) {
  const { run, past, setting } = task;
  const newest = past.versionOf(series, past.commitAt(0));
  const next = past.versionOf({ trees: [past.treeOf(past.commitAt(1))], cures: [] }, past.commitAt(1));
  return settleEnds(run, {
    failing: { world: worldOf(task, newest), name: series.cures.length > 0 ? newest.name : setting.new.name },
    other: { world: worldOf(task, next), name: past.nameAt(1) },
  });
}

/** The patches so far, on the oldest version reached: what there is to go on from, should the run end here. */
function save(task: HistoryTask, { series, start }: Branch): void {
  const { run, asked, past } = task;
  try {
    writeMails(past, series, carriedFolder(run, asked));
    task.saved = start;
  } catch {} // on a full disk the search itself goes on
}

function ranOut({ past, asked, branches }: HistoryTask): string {
  const most = Math.max(...branches.map(({ series }) => series.cures.length));
  const oldest = past.nameAt(past.oldest);
  const count = past.oldest + 1;
  if (most === 0)
    return `The test fails in the same way on all ${count} versions, back to ${oldest}: the failure is at least that old.${shallow(past.repository)}`;
  const patches = most === 1 ? "the patch" : `the ${most} patches`;
  const ways = branches.length === 1 ? "" : ` in any of ${branches.length} ways`;
  return (
    `No version passes, back to the oldest, ${oldest}, not even with ${patches} carried back${ways}: one of them may cause ` +
    `the failure itself.${asked.branches === branches.length ? " --branches N tries more ways." : ""}${shallow(past.repository)}`
  );
}

/** The same as a request for a search among versions. */
function requestOf(asked: HistoryRequest): VersionsRequest {
  const { cwd, test, conditions, build, keep, fresh, from, line } = asked;
  const newest = line.find((commit) => commit !== null)!;
  const isDirty = line[0] === null;
  return {
    ...{ cwd, test, conditions, keep, fresh },
    ...(build === undefined ? {} : { build }),
    old: newest,
    ...(isDirty ? {} : { new: from ?? "HEAD" }),
    commits: [newest, isDirty ? null : newest],
    history: true,
    firstParent: false,
    ...(asked.output === undefined ? {} : { output: join(asked.output, "cause.patch") }),
  };
}
