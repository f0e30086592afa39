import type { Entered, PlaceAt } from "./protocol.ts";
import { type Task, written } from "./task.ts";

/** So many places are looked at where nobody named any. */
const most = 5;

/** Entries of functions that both runs come to by the same way, spread from the beginning to the end. */
export async function choosePlaces(task: Task): Promise<PlaceAt[]> {
  const trace = (command: readonly string[], name: string) =>
    written<Entered[]>(task, name, (path) => ({ command, trace: path }));
  const [passing, failing] = [
    await trace(task.request.pass, "passing-trace.json"),
    await trace(task.request.fail, "failing-trace.json"),
  ];
  const theirs = new Set(callsIn(failing.value ?? []).map(({ key }) => key));
  const common = callsIn(passing.value ?? []).filter(({ key }) => theirs.has(key));
  return spread(common).map(({ place }) => place);
}

interface Call {
  /** The same for the same call in both runs: who called whom, and which time it was. */
  readonly key: string;
  readonly place: PlaceAt;
}

function callsIn(entries: readonly Entered[]): Call[] {
  const stack: string[] = [];
  const hits = new Map<string, number>();
  return entries.map(({ function: name, depth }) => {
    stack.length = depth;
    stack[depth] = name;
    const hit = (hits.get(name) ?? 0) + 1;
    hits.set(name, hit);
    return { key: `${stack.join(">")} ${hit}`, place: { function: name, hit } };
  });
}

function spread(calls: readonly Call[]): Call[] {
  if (calls.length <= most) return [...calls];
  const at = Array.from({ length: most }, (_, i) => Math.round((i * (calls.length - 1)) / (most - 1)));
  return [...new Set(at)].map((i) => calls[i]!);
}
