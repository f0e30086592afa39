import { basename, dirname, join, relative } from "node:path";
import { commandLine } from "../../core/command-line.ts";
import type { CureEntry, HistoryFinding, Story, Verdict } from "../../core/finding.ts";
import { nothingFound, storyOf, verdictOf } from "../../run/conclude.ts";
import { type Commit, describeCommit } from "../../versions/commits.ts";
import { type Told, tell } from "../../versions/story.ts";
import type { End, Ends } from "./branches.ts";
import { howToGoOn } from "./go-on.ts";
import type { Cure } from "./series.ts";
import type { Task } from "./task.ts";

/** A patch of the answer. */
interface Written {
  readonly cure: Cure;
  readonly file: string;
}

/** What was found between a version that passes and one that fails. */
export interface FoundBetween {
  readonly told: Told;
  readonly passing: End;
  readonly failing: End;
  readonly cures: readonly Written[];
}

/** The story of a cause that was found, or narrowed. */
export function tellFound(task: Task, { told, passing, failing, cures }: FoundBetween): Story {
  const story = tell(task.run, task.request, told, "history");
  const { cause } = story.finding.files;
  const carried = cures[0] && dirname(cures[0].file);
  return withHistory(task, story, {
    cures,
    worlds: {
      passing,
      failing,
      ...(cause === undefined ? {} : { cause }),
      ...(carried === undefined ? {} : { carried }),
    },
  });
}

/** The story of a run that ended among the commits. */
export function tellSuspects(task: Task, { passing, failing }: Ends, suspects: readonly Commit[]): Story {
  const { run, request } = task;
  const { name, search, deltas } = run.stages.at(-1)!;
  const finding = {
    ...bare(task, verdictOf(run, false)),
    ...{ search, by: name, deltas, cause: [...suspects] },
  };
  const story = storyOf(run, request, { finding, excerpts: [] });
  return withHistory(task, story, { cures: [], worlds: { passing, failing } });
}

/** The story of a run in which no version passed. */
export function tellRefused(
  task: Task,
  { verdict, reason }: { readonly verdict?: Verdict; readonly reason?: string },
): Story {
  const { run, request } = task;
  const said = verdict ?? (reason === undefined ? verdictOf(run, false) : "not-reproduced");
  const finding = { ...bare(task, said), ...(reason === undefined ? {} : { reason: reason + howToGoOn(task) }) };
  return withHistory(task, storyOf(run, request, { finding, excerpts: [] }), { cures: [] });
}

function bare(task: Task, verdict: Verdict) {
  const { past } = task;
  const deltas = { total: past.oldest, cause: past.oldest - oldestOf(task) };
  return nothingFound({ kind: "history", verdict, search: "walk-back", deltas, by: "versions" });
}

/** How far back the failure was seen. */
function oldestOf({ walks }: Task): number {
  return Math.max(0, ...walks.map(({ failing }) => failing));
}

interface Shown {
  readonly cures: readonly Written[];
  readonly worlds?: {
    readonly passing: End;
    readonly failing: End;
    readonly cause?: string;
    readonly carried?: string;
  };
}

function withHistory(task: Task, story: Story, { cures, worlds }: Shown): Story {
  const { past, seen, walks, branches } = task;
  const reached = oldestOf(task);
  const commit = past.commitAt(reached);
  const history: HistoryFinding = {
    versions: past.oldest + 1,
    seen,
    walks,
    cures: task.cures.map(({ cure, branch }) => entryOf(task, cure, branch, cures)),
    branches: branches.map(({ number, from, ended }) => ({ number, ...(from ? { from } : {}), ended })),
    oldest: { version: reached, ...(commit === undefined ? {} : { commit }) },
    ...(worlds?.cause === undefined ? {} : commandsFor(task, { ...worlds, cause: worlds.cause })),
  };
  const files = { ...story.finding.files, ...(worlds?.carried === undefined ? {} : { carried: worlds.carried }) };
  return { ...story, finding: { ...story.finding, files, history } };
}

function entryOf({ past }: Task, cure: Cure, branch: number, written: readonly Written[]): CureEntry {
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
  { past, asked }: Task,
  { passing, failing, cause, carried }: Worlds,
): Pick<HistoryFinding, "passing" | "failing"> {
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
