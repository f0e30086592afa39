import { join } from "node:path";
import type { Story } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { UserError } from "../../core/user-error.ts";
import { isRefusal, reproduce } from "../../run/ends/reproduce.ts";
import type { Run } from "../../run/run.ts";
import { compareWithFolder } from "../../versions/ends/compare-with-folder.ts";
import { possibleOutputs } from "../../versions/ends/deciding-files.ts";
import { settleTrees } from "../../versions/ends/settle-trees.ts";
import { isSettled, markSettled, resumeTrees } from "../../versions/ends/tree-settings.ts";
import { installedPackagesNotes } from "../../versions/packages/installed-packages-note.ts";
import type { VersionsRequest } from "../../versions/request.ts";
import { takeWorkingTree } from "../../versions/working-tree/kept-tree.ts";
import { readVersionPair } from "../../versions/worlds/version-pair.ts";
import { Repository } from "../../world/git/repository.ts";
import { hasToBeInstalled } from "../../world/packages/lockfile-names.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { conclude } from "./conclude.ts";
import { type Branch, type HistoryContext, versionTree } from "./context.ts";
import type { HistoryFinding } from "./finding.ts";
import { carriedFolder, writtenFiles } from "./patches/carried-folder.ts";
import { applyGivenPatches } from "./patches/given-patches.ts";
import { writePatchMails } from "./patches/patch-mails.ts";
import type { HistoryRequest } from "./request.ts";
import { nonePassedStory } from "./story.ts";
import { walkBranches } from "./walk/branches.ts";
import { VersionHistory } from "./walk/version-history.ts";

/** Maximum number of files named in a message. */
const maxListed = 3;

/** Finds the cause of a failure if no earlier version passes, because older defects hide the failure there. */
export async function findInHistory(run: Run, historyRequest: HistoryRequest): Promise<Story<HistoryFinding>> {
  const { cwd, content, versions } = historyRequest;
  const repository = Repository.containing(cwd);
  if (!repository) throw new UserError("There is no git repository here.");
  const request = versionsRequest(historyRequest);
  const working = takeWorkingTree(run, repository, writtenFiles(historyRequest));
  const pair = resumeTrees(run, readVersionPair(request, { working }));
  if (content !== undefined && content !== treeHash({ base: pair.new, placed: [] }))
    throw new UserError(
      "The working tree has changed since the run began, so its outcomes no longer hold: start a new run.",
    );
  for (const note of pair.notes) run.note(note);
  const history = new VersionHistory(
    repository,
    { commits: versions, working: working.version },
    join(run.record.folder, "past"),
  );
  try {
    const series = applyGivenPatches(historyRequest, history);
    const branch: Branch = { number: 1, start: 0, series, ended: "not followed" };
    const cures = series.cures.map((cure) => ({ cure, branch: 1 }));
    const context: HistoryContext = {
      ...{ run, request, pair, historyRequest, history },
      ...{ seen: [], walks: [], branches: [branch], masked: [], cures },
    };
    return await walkAndConclude(context, branch);
  } finally {
    history.remove();
  }
}

async function walkAndConclude(context: HistoryContext, first: Branch): Promise<Story<HistoryFinding>> {
  const { run, branches } = context;
  const settled = await reproduce(run, () => settleNewest(context, first));
  if (isRefusal(settled)) return nonePassedStory(context, settled);
  for (const note of [...lockfileNotes(context), ...submoduleNotes(context)]) run.note(note);
  const ends = await walkBranches(context, (branch) => savePatches(context, branch));
  if (ends) return conclude(context, ends);
  const wasStopped = run.stopped.aborted || branches.some(({ ended }) => ended === "stopped");
  return nonePassedStory(context, wasStopped ? {} : { reason: nonePassedReason(context) });
}

/** The newest version must fail; the next older one is run too, to know how long a test takes. */
async function settleNewest(context: HistoryContext, { series }: Branch) {
  const { run, history, pair } = context;
  const newest = history.versionOf(series, history.commitAt(0));
  const next = history.versionOf({ trees: [history.treeOf(history.commitAt(1))], cures: [] }, history.commitAt(1));
  const carries = series.cures.length > 0;
  const failing = { tree: versionTree(context, newest), name: carries ? newest.name : pair.new.name, worlds: pair };
  const other = { tree: versionTree(context, next), name: history.nameAt(1), worlds: pair };
  const wasSettled = isSettled(run);
  const ends = await settleTrees(run, pair, { failing, other });
  if (!carries && !wasSettled) await compareWithFolder(run, failing, ends);
  markSettled(run, pair);
  return ends;
}

function lockfileNotes({ history, request }: HistoryContext): string[] {
  if (request.build !== undefined) return [];
  const [newest, oldest] = [0, history.oldest].map((version) => history.treeOf(history.commitAt(version)));
  return installedPackagesNotes(
    history.repository.fields(["diff-tree", "-r", "-z", "--name-only", oldest!, newest!]).filter(hasToBeInstalled),
  );
}

/** Submodules that older versions have at another commit. */
function submoduleNotes({ history }: HistoryContext): string[] {
  const [newest, oldest] = [0, history.oldest].map((version) => history.treeOf(history.commitAt(version)));
  const fields = history.repository.fields(["diff-tree", "-r", "-z", "--no-renames", oldest!, newest!]);
  return fields.flatMap((modes, i) =>
    i % 2 === 0 && modes.includes("160000")
      ? [`The submodule ${fields[i + 1]} differs between the versions; every test uses it as it is here.`]
      : [],
  );
}

/** Saves the patches so far, on the oldest version reached, so that the user can continue if the run ends here. */
function savePatches(context: HistoryContext, { series, start }: Branch): void {
  const { run, historyRequest, history } = context;
  try {
    writePatchMails(history, series, carriedFolder(run, historyRequest));
    context.saved = start;
  } catch {} // a full disk does not stop the search
}

function nonePassedReason(context: HistoryContext): string {
  const { history, historyRequest, branches, pair } = context;
  const notes = [...(pair.old.notes ?? []), ...(pair.new.notes ?? [])];
  const caveats = [
    ...new Set([...notes, ...submoduleNotes(context), ...lockfileNotes(context), ...builtFilesCaveats(context)]),
  ];
  const maxPatches = Math.max(...branches.map(({ series }) => series.cures.length));
  const oldest = history.nameAt(history.oldest);
  const count = history.oldest + 1;
  const because = caveats.length === 0 ? "" : `\nThat may be because of this:\n${caveats.join("\n")}`;
  const advice = history.repository.shallowAdvice + because;
  if (maxPatches === 0) {
    const age = caveats.length === 0 ? ": the failure is at least that old" : "";
    return `The test fails in the same way on every version tried, back to ${oldest} (the oldest of ${count})${age}.${advice}`;
  }
  const [patches, suspect] =
    maxPatches === 1 ? ["the patch", "The patch"] : [`the ${maxPatches} patches`, "One of the patches"];
  const ways = branches.length === 1 ? "" : ` (${branches.length} ways tried)`;
  const more = historyRequest.branches === branches.length ? " --branches N tries more ways." : "";
  return (
    `None of the versions tried passes, back to ${oldest}, even with ${patches} applied${ways}. ${suspect} may itself cause the failure.` +
    `${more}${advice}`
  );
}

/** Every version was tested with what lies in the user's folder: if that was built, it is from one of them. */
function builtFilesCaveats({ pair, request }: HistoryContext): string[] {
  const outputs = possibleOutputs(pair);
  if (outputs.length === 0 || request.build !== undefined) return [];
  const names = listText(outputs, { max: maxListed });
  return [`Every tree had ${names}, which no version contains. If that is built, name the command: --build CMD.`];
}

/** The request for the search between the versions that the walk ends with. */
function versionsRequest(historyRequest: HistoryRequest): VersionsRequest {
  const { cwd, test, conditions, build, keep, fresh, copy, from, versions, output } = historyRequest;
  const newest = versions.find((commit) => commit !== null)!;
  const isDirty = versions[0] === null;
  return {
    ...{ cwd, test, conditions, keep, fresh },
    ...(copy ? { copy } : {}),
    ...(build === undefined ? {} : { build }),
    old: newest,
    ...(isDirty ? {} : { new: from ?? "HEAD" }),
    commits: [newest, isDirty ? null : newest],
    history: true,
    firstParent: false,
    ...(output === undefined ? {} : { output: join(output, "cause.patch") }),
  };
}
