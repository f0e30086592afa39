/** What is used of the objects of Vitest's runner, in versions 1 to 4. */
export type Task = Group | TestTask;

interface AnyTask {
  readonly name: string;
  mode: string;
  /** It runs beside others of its group. */
  concurrent?: boolean;
  readonly suite?: Group;
  readonly file: TestFile;
  readonly result?: { readonly state?: string; readonly errors?: readonly unknown[] };
}

export interface Group extends AnyTask {
  readonly type: "suite";
  tasks: Task[];
}

export interface TestTask extends AnyTask {
  readonly type: "test" | "custom";
}

/** A group without a name of its own. */
export interface TestFile extends Group {
  readonly filepath: string;
}

export interface VitestRunner {
  onCollected?(files: readonly TestFile[]): unknown;
  onBeforeRunTask?(task: TestTask): unknown;
  onBeforeTryTask?(task: TestTask, ...rest: unknown[]): unknown;
  onAfterRunTask?(task: TestTask): unknown;
  onAfterRunSuite?(suite: Group): unknown;
}

export type RunnerClass = new (...words: never[]) => VitestRunner;

/** Its own name last. */
export function groupNames(task: Task): string[] {
  const isInGroup = task.suite !== undefined && task.suite !== task.file && task.suite.name !== "";
  return isInGroup ? [...groupNames(task.suite!), task.name] : [task.name];
}

export function testsIn({ tasks }: Group): TestTask[] {
  return tasks.flatMap((task) => (task.type === "suite" ? testsIn(task) : [task]));
}
