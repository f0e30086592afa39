/** Vitest's own test runner, which runs in the processes of the tests: it chooses and orders the tests of a file, and reports them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread, threadId } from "node:worker_threads";
import { chosenTests, TestNames } from "../node/chosen-tests.ts";
import { errorText } from "../node/error-text.ts";
import { leakWatcher } from "../node/leak/watcher.ts";
import { readPlan, reportEvent } from "../node/plan.ts";
import { selectTests } from "../node/select-tests.ts";
import { type Group, groupNames, type RunnerClass, type Task, type TestFile, type TestTask, testsIn } from "./tasks.ts";

const Base = await baseRunner();
const plan = readPlan()!;
const chosen = chosenTests(plan);
/** A thread has a world of its own, as a process has. Any other number will do for it. */
const worker = isMainThread ? process.pid : process.pid + threadId / 1000;

export default class extends Base {
  readonly #names = new Map<Task, ReturnType<TestNames["name"]>>();
  readonly #leftOut = new Set<TestTask>();

  override onCollected(files: readonly TestFile[]): unknown {
    const names = new TestNames();
    for (const file of files) {
      this.#nameAll(file, file, names);
      if (file.result?.state === "fail") this.#end({ file: file.filepath, names: [] }, file);
      if (chosen)
        selectTests<Task>(file, {
          children: (task) => (task.type === "suite" ? task.tasks : undefined),
          skip: (task) => {
            task.mode = "skip";
          },
          placeOf: (test) => chosen.placeOf(this.#names.get(test)!),
        });
      for (const test of testsIn(file)) if (test.mode === "skip" || test.mode === "todo") this.#leftOut.add(test);
    }
    return super.onCollected?.(files);
  }

  override onBeforeRunTask(task: TestTask): unknown {
    const name = this.#names.get(task);
    if (name && task.mode === "run") leakWatcher()?.beforeTest(name);
    return super.onBeforeRunTask?.(task);
  }

  override onBeforeTryTask(task: TestTask, ...rest: unknown[]): unknown {
    const name = this.#names.get(task);
    if (name) reportEvent(plan, { event: "began", ...name, process: worker, at: Date.now() });
    return super.onBeforeTryTask?.(task, ...rest);
  }

  override onAfterRunTask(task: TestTask): unknown {
    const name = this.#names.get(task);
    if (name) this.#end(name, task);
    return super.onAfterRunTask?.(task);
  }

  /** A hook fails for all tests of its group. */
  override onAfterRunSuite(suite: Group): unknown {
    const [error] = suite.result?.errors ?? [];
    if (error !== undefined) for (const test of testsIn(suite)) this.#failOf(test, error);
    return super.onAfterRunSuite?.(suite);
  }

  #failOf(test: TestTask, error: unknown): void {
    const name = this.#names.get(test);
    if (name && !this.#leftOut.has(test)) this.#end(name, { result: { state: "fail", errors: [error] } });
  }

  #nameAll(task: Task, file: TestFile, names: TestNames): void {
    if (task.type === "suite") for (const each of task.tasks) this.#nameAll(each, file, names);
    else this.#names.set(task, names.name(file.filepath, groupNames(task)));
    if (chosen && !plan.parallel) task.concurrent = false;
  }

  #end(name: ReturnType<TestNames["name"]>, { result }: Pick<Task, "result">): void {
    const outcome = result?.state === "pass" ? "passed" : result?.state === "fail" ? "failed" : "skipped";
    const error = outcome === "failed" ? { error: errorText(result?.errors?.[0]) } : {};
    reportEvent(plan, { event: "ended", ...name, outcome, ...error, process: worker, at: Date.now() });
  }
}

/** The user's own one, or else that of the Vitest which is running. */
async function baseRunner(): Promise<RunnerClass> {
  const { config } = (globalThis as { __vitest_worker__?: { config?: { name?: string } } }).__vitest_worker__ ?? {};
  const own = JSON.parse(process.env.CULPRIT_SUITE_VITEST_RUNNERS ?? "{}")[config?.name ?? ""];
  if (own !== undefined) return (await import(pathToFileURL(own).href)).default;
  // Since version 4.1 it is where everything else is; to look for it in its old place prints a warning.
  const { TestRunner } = await import(vitestModule("."));
  return TestRunner ?? (await import(vitestModule("./runners"))).VitestTestRunner;
}

/** This file is not in the user's project, so it finds Vitest's modules by their paths. */
function vitestModule(name: string): string {
  const folder = process.env.CULPRIT_SUITE_VITEST!;
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return pathToFileURL(join(folder, importedFile(exports[name]))).href;
}

/** Conditions may be nested. */
function importedFile(entry: unknown): string {
  if (typeof entry === "string") return entry;
  const { import: module, default: usual } = entry as { readonly import?: unknown; readonly default?: unknown };
  return importedFile(module ?? usual);
}
