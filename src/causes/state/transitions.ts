import { type Isolated, isolateAt } from "./isolate.ts";
import type { LineSeen, PlaceAt, Plan } from "./protocol.ts";
import { type Task, written } from "./task.ts";

/** Where the cause moves from one variable to another: what is done in between is likely to be the defect. */
export interface Transition {
  /** Before this line is run the one is the cause, at the next place the other. */
  readonly before: Isolated;
  readonly after: Isolated;
}

/** Looks closer between places next to each other whose causes differ, where the one leads to the other by its calls. */
export async function findTransitions(task: Task, found: readonly Isolated[]): Promise<Transition[]> {
  const transitions: Transition[] = [];
  for (const [i, after] of found.slice(1).entries()) {
    const before = found[i]!;
    if (task.run.stopped.aborted || isSame(before, after) || callLine(before, after) === undefined) continue;
    transitions.push(...(await between(task, { before, after }, await commonLines(task, before, after))));
  }
  return transitions;
}

/** Halves the lines between two places as long as their causes differ. */
async function between(task: Task, ends: Transition, lines: readonly PlaceAt[]): Promise<Transition[]> {
  if (isSame(ends.before, ends.after)) return [];
  if (lines.length === 0 || task.run.stopped.aborted) return [ends];
  const middle = Math.floor(lines.length / 2);
  const at = await isolateAt(task, lines[middle]!);
  // Where they cannot be compared nothing is learned: one place less.
  if (!("cause" in at)) return between(task, ends, lines.toSpliced(middle, 1));
  const earlier = await between(task, { before: ends.before, after: at }, lines.slice(0, middle));
  return [...earlier, ...(await between(task, { before: at, after: ends.after }, lines.slice(middle + 1)))];
}

/** The lines of the call that both runs come to before the next place, in the order of the passing one. */
async function commonLines(task: Task, before: Isolated, after: Isolated): Promise<PlaceAt[]> {
  const { pass, fail } = task.request;
  const { hit } = before.place;
  const linesOf = async (command: readonly string[], name: string) => {
    const plan = (capture: string): Plan => ({ command, moments: { function: before.function, hit, capture } });
    return (await written<LineSeen[]>(task, name, plan)).value ?? [];
  };
  const [passing, failing] = [await linesOf(pass, "passing-lines.json"), await linesOf(fail, "failing-lines.json")];
  const theirs = new Set(failing.map(keyOf));
  const call = passing.findIndex(({ line }) => line === callLine(before, after));
  const until = call === -1 ? passing : passing.slice(0, call + 1);
  return until.filter((seen) => theirs.has(keyOf(seen)));
}

const keyOf = ({ file, line, hit }: LineSeen) => `${file}:${line}#${hit}`;

/** Where the one place's function is when the other place is reached; undefined: it is not on the way. */
function callLine(before: Isolated, { stack }: Isolated): number | undefined {
  return stack.slice(1).find((frame) => frame.function === before.function)?.line;
}

function isSame(a: Isolated, b: Isolated): boolean {
  const names = ({ cause }: Isolated) => cause.map(({ name }) => name).join(" ");
  return names(a) === names(b);
}
