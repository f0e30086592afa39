import { basename, dirname, join, relative } from "node:path";
import { commandLine } from "../../core/command-line.ts";
import type { Story, Verdict } from "../../core/finding.ts";
import { verdictOf } from "../../run/conclusion.ts";
import { storyOf } from "../../run/story.ts";
import { type ChangesConclusion, changesDetails } from "../../versions/changes/changes-conclusion.ts";
import { type Commit, describeCommit } from "../../versions/commits/commit-graph.ts";
import type { HistoryTask } from "./context.ts";
import { howToGoOn } from "./continue-by-hand.ts";
import type { CureEntry, HistoryFinding, WayBack } from "./finding.ts";
import type { Cure } from "./patches/patch-series.ts";
import type { End, Ends } from "./walk/branches.ts";

/** A patch of the answer. */
interface WrittenCure {
  readonly cure: Cure;
  readonly file: string;
}

/** What was found between a version that passes and one that fails. */
export interface FoundBetween {
  readonly conclusion: ChangesConclusion;
  readonly passing: End;
  readonly failing: End;
  readonly cures: readonly WrittenCure[];
}

/** The story of a cause that was found, or narrowed. */
export function foundStory(task: HistoryTask, found: FoundBetween): Story<HistoryFinding> {
  const { conclusion, passing, failing, cures } = found;
  const details = changesDetails(task.run, conclusion);
  const { cause } = conclusion.paths ?? {};
  const carried = cures[0] && dirname(cures[0].file);
  const worlds = {
    passing,
    failing,
    ...(cause === undefined ? {} : { cause }),
    ...(carried === undefined ? {} : { carried }),
  };
  return storyOf<HistoryFinding>(task.run, task.request, {
    conclusion,
    details: {
      ...details,
      files: { ...details.files, ...(carried === undefined ? {} : { carried }) },
      history: wayBack(task, { cures, worlds }),
    },
  });
}

/** The story of a run that ended among the commits. */
export function suspectsStory(
  task: HistoryTask,
  { passing, failing }: Ends,
  suspects: readonly Commit[],
): Story<HistoryFinding> {
  const { run, request } = task;
  const { name, search, deltas } = run.stages.at(-1)!;
  return storyOf<HistoryFinding>(run, request, {
    conclusion: { verdict: verdictOf(run, false), minimal: false, assumptions: [] },
    details: {
      goal: "isolate",
      ...{ search, by: name, deltas, cause: [...suspects] },
      history: wayBack(task, { cures: [], worlds: { passing, failing } }),
    },
  });
}

/** The story of a run in which no version passed. */
export function refusedStory(
  task: HistoryTask,
  { verdict, reason }: { readonly verdict?: Verdict; readonly reason?: string },
): Story<HistoryFinding> {
  const { run, request, past } = task;
  return storyOf<HistoryFinding>(run, request, {
    conclusion: {
      verdict: verdict ?? (reason === undefined ? verdictOf(run, false) : "not-reproduced"),
      ...(reason === undefined ? {} : { reason: reason + howToGoOn(task) }),
      minimal: false,
      assumptions: [],
    },
    details: {
      goal: "simplify",
      search: "walk-back",
      by: "versions",
      deltas: { total: past.oldest, cause: past.oldest - oldestOf(task) },
      history: wayBack(task, { cures: [] }),
    },
  });
}

/** How far back the failure was seen. */
function oldestOf({ walks }: HistoryTask): number {
  return Math.max(0, ...walks.map(({ failing }) => failing));
}

interface Shown {
  readonly cures: readonly WrittenCure[];
  readonly worlds?: {
    readonly passing: End;
    readonly failing: End;
    readonly cause?: string;
    readonly carried?: string;
  };
}

function wayBack(task: HistoryTask, { cures, worlds }: Shown): WayBack {
  const { past, seen, walks, branches } = task;
  const reached = oldestOf(task);
  const commit = past.commitAt(reached);
  return {
    versions: past.oldest + 1,
    seen,
    walks,
    cures: task.cures.map(({ cure, branch }) => entryOf(task, cure, branch, cures)),
    branches: branches.map(({ number, from, ended }) => ({ number, ...(from ? { from } : {}), ended })),
    oldest: { version: reached, ...(commit === undefined ? {} : { commit }) },
    ...(worlds?.cause === undefined ? {} : commandsFor(task, { ...worlds, cause: worlds.cause })),
  };
}

function entryOf({ past }: HistoryTask, cure: Cure, branch: number, written: readonly WrittenCure[]): CureEntry {
  const { number, cures, version, changes, commit } = cure;
  const file = written.find((each) => each.cure === cure)?.file;
  return {
    number,
    ...(cures === undefined ? {} : { cures }),
    version,
    changes,
    ...(commit === undefined ? {} : describeCommit(past.repository, commit)),
    branch,
    ...(file === undefined ? {} : { file }),
  };
}

interface Worlds {
  readonly passing: End;
  readonly failing: End;
  readonly cause: string;
  readonly carried?: string;
}

/** Whatever the user has told git about spaces at the ends of lines. */
const plainly = "--whitespace=nowarn";

/** The commands that make the two worlds beside the repository. */
function commandsFor(
  { past, asked }: HistoryTask,
  { passing, failing, cause, carried }: Worlds,
): Pick<WayBack, "passing" | "failing"> {
  const { root } = past.repository;
  const command = (name: string, patch?: string) => {
    const folder = near(asked.cwd, join(dirname(root), `${basename(root)}-${name}`));
    const add = ["git", "worktree", "add", "--detach", folder, passing.commit!.slice(0, 12)];
    const am =
      carried === undefined
        ? []
        : [
            `${commandLine(["git", "-C", folder, "am", "--quiet", "--keep-cr", plainly])} ${commandLine([carried])}/*.patch`,
          ];
    const apply = patch === undefined ? [] : [commandLine(["git", "-C", folder, "apply", plainly, patch])];
    return [commandLine(add), ...am, ...apply].join(" && ");
  };
  return {
    passing: { commit: passing.commit!, command: command("passes") },
    failing: { ...(failing.commit === undefined ? {} : { commit: failing.commit }), command: command("fails", cause) },
  };
}

function near(cwd: string, path: string): string {
  return relative(cwd, path) || ".";
}
