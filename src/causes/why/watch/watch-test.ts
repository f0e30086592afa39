import { once } from "node:events";
import type { TestName } from "../../../../runtimes/protocol/suite.ts";
import { commandLine } from "../../../core/command-line.ts";
import { UserError } from "../../../core/user-error.ts";
import { runInside } from "../../../run/inner-run.ts";
import type { Run } from "../../../run/run.ts";
import { projectRoot } from "../../../suites/project-root.ts";
import { followingPlan, type SuiteCommand } from "../../../suites/suite-world.ts";
import { executionOfTest, filesLeftOut } from "../../../suites/test-outcome.ts";
import { howItEnded } from "../../../trial/failure.ts";
import { overlayObstacle } from "../../../trial/isolation/overlays.ts";
import type { World } from "../../../trial/laboratory.ts";
import { StartError } from "../../../trial/process/supervisor.ts";
import type { VersionsRequest } from "../../../versions/request.ts";
import { statIfThere } from "../../../world/files/stat-if-there.ts";
import { Repository } from "../../../world/git/repository.ts";
import { chooseFailing, timeLimitAfter } from "../failing-test.ts";
import { type FirstRun, runOnce, testNames } from "../first-run.ts";
import type { Green } from "../green/green.ts";
import { GreenMemory } from "../green/green-memory.ts";
import type { WhyRequest } from "../request.ts";
import { copiedCandidates, type EditCandidates, layeredCandidates } from "./edit-candidates.ts";
import { FolderWatch } from "./folder-watch.ts";
import { findGuiltyEdits } from "./guilty-edits.ts";
import type { WatchEvent } from "./watch-event.ts";

/** The files that passed, and those that were tested now. */
type Trees = readonly [green: string, now: string];

interface FailingRun {
  readonly tree: string;
  readonly first: FirstRun;
  /** What finds out more. */
  readonly command: string;
}

type Listener = (event: WatchEvent) => void;

/** Runs a test whenever files are saved, until the run is stopped, and says which edits made it fail. */
export async function watchTest(run: Run, request: WhyRequest, listener: Listener): Promise<void> {
  const session = new WatchSession(run, request, listener);
  try {
    await session.go();
  } finally {
    session.close();
  }
}

/** Milliseconds from which on a suite counts as long. */
const longSuite = 3000;

/** Only this test counts; `known`: of these, no other one runs. */
function judgedIn(world: World, test: TestName, known: readonly TestName[] | undefined): World {
  const plan = known ? { tests: [test], leftOut: filesLeftOut(known, [test]) } : {};
  return followingPlan(world, { plan, judge: (execution, report) => executionOfTest(execution, report, test) });
}

class WatchSession {
  readonly #run: Run;
  readonly #request: WhyRequest;
  readonly #listener: Listener;
  readonly #command: SuiteCommand;
  readonly #memory: GreenMemory;
  readonly #watch: FolderWatch;
  /** Of the folder that is watched. */
  readonly #inode: number | undefined;
  readonly #changes = new EventTarget();
  /** What the test writes does not reach the folder. */
  readonly #hasLayers: boolean;
  /** In how many runs in a row a path has changed. Without layers, the test itself writes those that do so again and again. */
  readonly #changedInRow = new Map<string, number>();
  /** The files at the end of the last run, or when it began if the user has edited something since. */
  #tested: string | undefined;
  #cycles = 0;

  constructor(run: Run, request: WhyRequest, listener: Listener) {
    const { cwd, test: argv } = request;
    this.#run = run;
    this.#request = request;
    this.#listener = listener;
    this.#command = { argv, cwd, root: projectRoot(cwd) };
    this.#hasLayers = overlayObstacle(this.#command.root) === undefined;
    this.#memory = new GreenMemory(cwd, argv);
    this.#inode = statIfThere(this.#command.root)?.ino;
    this.#watch = new FolderWatch(this.#command.root, () => this.#changes.dispatchEvent(new Event("change")));
  }

  close(): void {
    this.#watch.close();
  }

  async go(): Promise<void> {
    if (!this.#watch.isComplete)
      this.#run.note("The system allows no more watches on files, so they are looked at every two seconds.");
    while (!this.#run.stopped.aborted) {
      const changed = once(this.#changes, "change", { signal: this.#run.stopped }).catch(() => {});
      this.#refuseOtherFolder();
      const tree = this.#takeTree();
      if (tree !== this.#tested) await this.#testFiles(tree);
      else if (!this.#watch.refresh()) await changed;
    }
  }

  /** To keep files of a folder that is gone would make it anew. */
  #refuseOtherFolder(): void {
    const { root } = this.#command;
    if (statIfThere(root)?.ino !== this.#inode)
      throw new UserError(`${root} is gone: there is nothing left to watch.`, 1);
  }

  #takeTree(): string {
    const tree = this.#memory.takeTree();
    if (tree !== undefined) return tree;
    this.#refuseOtherFolder();
    throw new UserError("The files here cannot be kept: is git installed, and the disk not full?");
  }

  /** Whether the user has changed something during a run; what the test itself writes does not count. */
  #isEdited(before: string, after: string): boolean {
    const changed = new Set(before === after ? [] : this.#memory.store.changed(before, after));
    for (const path of this.#changedInRow.keys()) if (!changed.has(path)) this.#changedInRow.delete(path);
    for (const path of changed) this.#changedInRow.set(path, (this.#changedInRow.get(path) ?? 0) + 1);
    return [...changed].some((path) => this.#hasLayers || this.#changedInRow.get(path)! < 2);
  }

  async #testFiles(tree: string): Promise<void> {
    this.#run.listener.onPreparing?.({ doing: "Running the test", seconds: this.#run.seconds });
    const began = new Date();
    const at = began.toISOString();
    const first = await this.#runTest();
    if (this.#run.stopped.aborted) return;
    const after = this.#takeTree();
    // With files that changed meanwhile, nobody knows which ones the test has read.
    const isCurrent = !this.#isEdited(tree, after);
    this.#tested = isCurrent ? after : tree;
    if ("notStarted" in first) return this.#listener({ event: "failed", at, seconds: 0, ended: first.notStarted });
    const seconds = Math.round(first.execution.milliseconds) / 1000;
    if (!first.fails) {
      if (isCurrent) await this.#memory.remember(tree, began);
      this.#listener({ event: "passed", at, seconds });
      return;
    }
    const { id, execution } = chooseFailing(this.#run, first);
    const ended = howItEnded(execution);
    this.#listener({ event: "failed", at, seconds, ended, ...(id === undefined ? {} : { test: id }) });
    if (isCurrent) await this.#explain(tree, first);
  }

  /** A script may be gone for a while, or not executable; if it never was there, the command is wrong. */
  async #runTest(): Promise<FirstRun | { readonly notStarted: string }> {
    try {
      return await runOnce(this.#run, this.#command, ++this.#cycles);
    } catch (error) {
      if (this.#tested === undefined || !(error instanceof StartError)) throw error;
      return { notStarted: error.message };
    }
  }

  async #explain(tree: string, first: FirstRun): Promise<void> {
    const command = `culprit why -- ${commandLine(this.#request.test)}`;
    const green = this.#memory.recall();
    if (green?.tree === undefined)
      return this.#listener({ event: "unexplained", reason: "It has not passed here yet.", command });
    if (this.#memory.store.changed(green.tree, tree).length === 0)
      return this.#listener({ event: "unexplained", reason: "No file has changed since it passed.", command });
    await this.#findEdits({ ...green, tree: green.tree }, { tree, first, command });
  }

  async #findEdits(green: Green & { readonly tree: string }, { tree, first, command }: FailingRun): Promise<void> {
    const began = performance.now();
    const before = this.#run.counts.run;
    const trees: Trees = [green.tree, tree];
    const alone = this.#isWorthwhileAlone(first) ? await this.#search(trees, first, { isAlone: true }) : "not alone";
    const found = alone === "not alone" ? await this.#search(trees, first, { isAlone: false }) : alone;
    if (!found || found === "not alone") return;
    if (found === "no edit")
      return this.#listener({
        event: "unexplained",
        reason: "It also fails with the files that passed, so something else has changed, or it is flaky.",
        command,
      });
    const seconds = Math.round(performance.now() - began) / 1000;
    const runs = this.#run.counts.run - before;
    this.#listener({ event: "guilty", since: green.date, runs, seconds, command, ...found });
  }

  /** To run one test of a long suite is quicker; where candidates are elsewhere, so are their tests. */
  #isWorthwhileAlone({ tests, execution }: FirstRun): boolean {
    return this.#hasLayers && tests.length > 1 && execution.milliseconds > longSuite;
  }

  #candidates(inner: Run, request: VersionsRequest, [green, tree]: Trees): Promise<EditCandidates> {
    return this.#hasLayers
      ? layeredCandidates(inner, this.#command, this.#memory.store.differing(green, tree))
      : copiedCandidates(inner, { ...request, old: this.#memory.filesOf(green) });
  }

  /** Ends without a result when the user edits something. */
  #search([green, tree]: Trees, first: FirstRun, { isAlone }: { readonly isAlone: boolean }) {
    const request = this.#versionsRequest(green);
    // Where candidates are elsewhere, so are their tests: the command is judged as a whole.
    const { failure, execution, test } = chooseFailing(this.#run, this.#hasLayers ? first : { ...first, tests: [] });
    const seen = { failure, execution, timeLimit: timeLimitAfter(this.#run, first), isUnseenAlone: isAlone };
    const known = testNames(first);
    const dress = (world: World) => (test ? judgedIn(world, test, isAlone ? known : undefined) : world);
    const name = `watch-${this.#cycles}${isAlone ? "-alone" : ""}`;
    return runInside(this.#run, { kind: "changes", name, request, dress, isDone: () => true }, async (inner) => {
      const stop = () => {
        const now = this.#memory.takeTree();
        if (now !== undefined && now !== this.#tested) inner.stop("interrupted");
      };
      this.#changes.addEventListener("change", stop);
      try {
        return await findGuiltyEdits(inner, await this.#candidates(inner, request, [green, tree]), seen);
      } catch (error) {
        if (inner.stopped.aborted) return undefined;
        throw error;
      } finally {
        this.#changes.removeEventListener("change", stop);
      }
    });
  }

  #versionsRequest(green: string): VersionsRequest {
    const { cwd, test, conditions } = this.#request;
    return {
      ...{ cwd, test, conditions, keep: [], history: false, firstParent: false, fresh: false },
      old: green,
      ...(Repository.containing(cwd) ? {} : { new: "." }),
    };
  }
}
