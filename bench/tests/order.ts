import { below, random } from "../random.ts";
import type { Order } from "./project.ts";

/** The tests up to the failing one in the order in which it fails, the failing one last. */
export function orderUpTo(victim: string, tests: readonly string[], order: Order): readonly string[] {
  const ordered = inOrder(victim, tests, order);
  return ordered.slice(0, ordered.indexOf(victim) + 1);
}

function inOrder(victim: string, tests: readonly string[], order: Order): readonly string[] {
  if (order === "reversed") return tests.toReversed();
  if (typeof order === "string") return tests;
  if ("seed" in order) return shuffled(tests, order.seed);
  const others = tests.filter((test) => test !== victim);
  return others.toSpliced(others.indexOf(order.behind) + 1, 0, victim);
}

function shuffled(tests: readonly string[], seed: number): readonly string[] {
  const next = random(seed);
  const all = [...tests];
  for (let i = all.length - 1; i > 0; i--) {
    const j = below(i + 1, next);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

/** How many times a linear scan starts the runner: the order, the test alone, and after each test until it comes out otherwise. */
export function linearStarts(before: readonly string[], single: ReadonlySet<string>): number | undefined {
  const first = before.findIndex((test) => single.has(test));
  return first === -1 ? undefined : 2 + first + 1;
}
