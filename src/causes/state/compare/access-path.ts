import type { GraphRoot, MemoryGraph, ValuePath, VariableRef } from "../../../../runtimes/protocol/state.ts";

/** How a thing is reached, as a chain: lists of thousands of nodes would have paths as long, each. */
export interface Way {
  readonly root: VariableRef;
  readonly from?: Way;
  readonly label?: string;
}

export function wayOn(from: Way, label: string): Way {
  return { root: from.root, from, label };
}

export function pathOf(way: Way): ValuePath {
  const steps: string[] = [];
  for (let at: Way | undefined = way; at?.label !== undefined; at = at.from) steps.push(at.label);
  return { root: way.root, steps: steps.reverse() };
}

/** The same step more often than this is counted. */
const mostAlike = 4;

/** `a[2]`, `node.next.value`, `*p`, `p->next`, `list.next(×1204).value`. */
export function pathText({ root, steps: all }: ValuePath): string {
  const steps = withArrows(all);
  let text = root.name;
  for (let i = 0; i < steps.length; ) {
    let end = i + 1;
    while (steps[end] === steps[i]) end++;
    const times = end - i;
    if (times > mostAlike) text = `${stepOn(text, steps[i]!)}(×${times})`;
    else for (let n = 0; n < times; n++) text = stepOn(text, steps[i]!);
    i = end;
  }
  return text;
}

/** What a pointer points to, and a part of that, is one step, as in C. */
function withArrows(steps: readonly string[]): string[] {
  return steps.flatMap((step, i) => {
    if (steps[i - 1] === "*" && step !== "*") return /^\d+$/.test(step) ? [step] : [`->${step}`];
    return step === "*" && steps[i + 1] !== undefined && steps[i + 1] !== "*" ? [] : [step];
  });
}

function stepOn(text: string, step: string): string {
  if (step.startsWith("->")) return `${text}${step}`;
  if (step === "*") return `*${text}`;
  if (/^\d+$/.test(step)) return `${text}[${step}]`;
  return /^[\w$]+$/.test(step) ? `${text}.${step}` : `${text}[${step}]`;
}

/**
 * A name for each thing that stays the same from place to place: by the variables of the program's files, then by those of the
 * outermost frames, which live longest, in the order in which they are declared. Later ones may point into what is known by them.
 */
export function homesIn(graph: MemoryGraph): ReadonlyMap<number, string> {
  const homes = new Map<number, string>();
  for (const root of oldestFirst(graph.roots, (each) => each)) settle(graph, homes, root);
  return homes;
}

/** Variables of files, then those of the outermost frames. */
export function oldestFirst<T>(all: readonly T[], rootOf: (each: T) => VariableRef): T[] {
  const age = (root: VariableRef) => ("frame" in root ? root.frame : Number.MAX_SAFE_INTEGER);
  return all.toSorted((a, b) => age(rootOf(b)) - age(rootOf(a)));
}

/** All that one variable leads to and that has no name yet. */
function settle(graph: MemoryGraph, homes: Map<number, string>, root: GraphRoot): void {
  const todo: [number, string][] = [[root.vertex, homeOf(graph, root)]];
  for (let i = 0; i < todo.length; i++) {
    const [vertex, home] = todo[i]!;
    if (homes.has(vertex)) continue;
    homes.set(vertex, home);
    for (const [label, part] of graph.vertices[vertex]!.edges ?? [])
      if (!homes.has(part)) todo.push([part, `${home} ${label}`]);
  }
}

/** Frames are counted from the outermost on: what is called in between changes nothing. */
export function homeOf({ stack }: MemoryGraph, root: VariableRef): string {
  if (!("frame" in root)) return `${root.global} ${root.name}`;
  return `${stack.length - root.frame} ${stack[root.frame]?.function} ${root.name}`;
}

/** The function or the file in which a thing lives, by its name that stays the same; whichever way leads to it. */
export function scopeOf(
  { key, at: { root } }: { readonly key: string; readonly at: ValuePath },
  stack: MemoryGraph["stack"],
): string {
  const frame = stack.find((each, i) => key.startsWith(`${stack.length - i} ${each.function} `));
  if (frame) return frame.function;
  const file = stack.find((each) => key.startsWith(`${each.file} `))?.file;
  return file ?? ("frame" in root ? stack[root.frame]!.function : root.global);
}
