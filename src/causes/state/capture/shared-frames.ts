import type { MemoryGraph } from "../../../../runtimes/protocol/state.ts";

/** What two runs can be compared by at a place. */
export interface SharedFrames {
  readonly passing: MemoryGraph;
  readonly failing: MemoryGraph;
}

/**
 * Both graphs with the calls that the two runs share. The outermost call may be another one in each run, such as a test that a test
 * runner calls: then what is above it is compared. Undefined: the runs reach the place through different calls of one function.
 */
export function sharedFrames(passing: MemoryGraph, failing: MemoryGraph): SharedFrames | undefined {
  const [ours, theirs] = [functionsOf(passing), functionsOf(failing)];
  const isSame = (name: string, i: number) => name === theirs[i];
  if (ours.length === theirs.length && ours.every(isSame)) return { passing, failing };
  if (ours.at(-1) === theirs.at(-1) || ours[0] !== theirs[0]) return undefined;
  const differing = ours.findIndex((name, i) => !isSame(name, i));
  const depth = differing === -1 ? ours.length : differing;
  return { passing: innermost(passing, depth), failing: innermost(failing, depth) };
}

export function callsIn(graph: MemoryGraph): string {
  return functionsOf(graph).join(" < ");
}

function functionsOf({ stack }: MemoryGraph): string[] {
  return stack.map((frame) => frame.function);
}

function innermost(graph: MemoryGraph, depth: number): MemoryGraph {
  const roots = graph.roots.filter((root) => !("frame" in root) || root.frame < depth);
  return { ...graph, stack: graph.stack.slice(0, depth), roots };
}
