/** What is used of Vitest's tasks, in versions 2 to 4. */
type Task = TestFile | ({ readonly type: "suite" | "test" | "custom" } & AnyTask);

interface AnyTask {
  readonly name: string;
  readonly tasks?: readonly Task[];
  readonly result?: { readonly state?: string };
}

export interface TestFile extends AnyTask {
  readonly type: "suite";
  readonly filepath: string;
}

export interface FailedTest {
  readonly file: string;
  /** With the names of the groups around it, as `-t` matches it; undefined: the file itself failed. */
  readonly name: string | undefined;
}

/** The tests that failed, and the files that did although none of their tests did, in order. */
export function failedTests(files: readonly TestFile[]): FailedTest[] {
  return files.flatMap((file): FailedTest[] => {
    const names = (file.tasks ?? []).flatMap((task) => failedNames(task, []));
    if (names.length > 0) return names.map((name) => ({ file: file.filepath, name }));
    return hasFailed(file) ? [{ file: file.filepath, name: undefined }] : [];
  });
}

/** A group may fail by a hook, without any of its tests. */
function failedNames(task: Task, around: readonly string[]): string[] {
  const names = [...around, task.name];
  const inside = (task.tasks ?? []).flatMap((each) => failedNames(each, names));
  return inside.length === 0 && hasFailed(task) && task.type !== "suite" ? [names.join(" ")] : inside;
}

function hasFailed({ result }: AnyTask): boolean {
  return result?.state === "fail";
}
