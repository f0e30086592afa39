import type { MemoryGraph, ValueChange } from "../../runtimes/protocol/state.ts";

/** The lines of unread input, with the number of the first one: `3 "c\n" "d\n"`. */
export function unreadLines({ roots, vertices }: MemoryGraph, input = 0): string {
  const root = roots.find((each) => "input" in each && each.input === input);
  if (!root || !("input" in root)) return "not there";
  const lines = vertices[root.vertex]!.edges!.map(([, vertex]) => vertices[vertex]!.value);
  return [root.line, ...lines].join(" ");
}

/** The change that puts a text in the place of an unread line, or takes the line away. */
export function lineChange(index: number, text: string | undefined, input = 0): ValueChange {
  const at = { root: { input, name: "standard input" }, steps: [String(index)] };
  return { at, to: text === undefined ? { gone: true } : { scalar: JSON.stringify(text), type: "line" } };
}
