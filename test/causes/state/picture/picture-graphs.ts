import fc from "fast-check";
import type { GraphRoot, MemoryGraph, Vertex } from "../../../../runtimes/protocol/state.ts";
import { differencesOf } from "../../../../src/causes/state/compare/differences.ts";
import { Pairing } from "../../../../src/causes/state/compare/pairing.ts";
import type { MemoryPicture } from "../../../../src/causes/state/picture/memory-picture.ts";
import { pictureOf } from "../../../../src/causes/state/picture/picture.ts";

/** The picture of two states, with the differences of these names as the cause. */
export function pictured(passing: MemoryGraph, failing: MemoryGraph, ...causes: string[]): MemoryPicture {
  const differences = differencesOf(passing, failing);
  const cause = causes.map((name) => {
    const found = differences.find((each) => each.name === name);
    if (!found) throw new Error(`${name} is none of ${differences.map((each) => each.name)}`);
    return found;
  });
  return pictureOf({ pairing: new Pairing(passing, failing), differences, cause });
}

/** The picture with one of the differences, if there are any, as the cause. */
export function picturedAny({ passing, failing, which }: TwoStates): MemoryPicture {
  const differences = differencesOf(passing, failing);
  const cause = differences.length === 0 ? [] : [differences[which % differences.length]!];
  return pictureOf({ pairing: new Pairing(passing, failing), differences, cause });
}

export interface TwoStates {
  readonly passing: MemoryGraph;
  readonly failing: MemoryGraph;
  readonly which: number;
}

const kinds = ["object", "array", "map", "pointer"] as const;

const vertex = fc.oneof(
  fc.record({ type: fc.constant("int"), value: fc.integer({ min: 0, max: 3 }).map(String) }),
  fc.record({ kind: fc.constantFrom(...kinds), to: fc.array(fc.nat(), { maxLength: 12 }) }),
);

/** States with cycles, aliases, pointers to values and to pointers; the failing one is the passing one with some vertices changed. */
export const twoStates: fc.Arbitrary<TwoStates> = fc
  .record({
    vertices: fc.array(vertex, { minLength: 1, maxLength: 60 }),
    changed: fc.array(fc.tuple(fc.nat(), vertex), { maxLength: 6 }),
    roots: fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat()), { minLength: 1, maxLength: 14 }),
    which: fc.nat(),
  })
  .map(({ vertices, changed, roots, which }) => {
    const others = [...vertices];
    for (const [at, to] of changed) others[at % others.length] = to;
    return { passing: graphOf(vertices, roots), failing: graphOf(others, roots), which };
  });

type Drawn = typeof vertex extends fc.Arbitrary<infer T> ? T : never;

function graphOf(drawn: readonly Drawn[], roots: readonly (readonly [number, number])[]): MemoryGraph {
  const vertices = drawn.map((each, i): Vertex => {
    const address = String(i);
    if ("value" in each) return { ...each, address };
    const { kind, to } = each;
    const targets = (kind === "pointer" ? [to[0] ?? i + 1] : to).map((at) => at % drawn.length);
    const edges = targets.map((at, n): [string, number] => [kind === "pointer" ? "*" : `${n}`, at]);
    return { type: kind, kind, address, edges };
  });
  return {
    stack: Array.from({ length: 8 }, (_, i) => ({ function: `f${i}`, file: "/p/f.c", line: i + 1 })),
    roots: roots.map(([where, at], i): GraphRoot => {
      const root = { name: `v${i}`, vertex: at % drawn.length };
      return where === 8 ? { ...root, global: "/p/f.c" } : { ...root, frame: where };
    }),
    vertices,
    truncated: false,
  };
}
