import { type Content, markup } from "../../../report/html/markup.ts";
import type { TestsFinding } from "../finding.ts";

/** Maximum number of tests that have a box of their own; of longer orders, tests that do not matter are counted. */
const maxBoxes = 400;

/** The order in which the tests ran, one box for each, with those marked that decide. */
export function orderStrip(finding: TestsFinding): Content {
  const { order, victim, polluters = [], setters = [], cleaners = [], leak = [] } = finding;
  if (!order || !victim) return [];
  const roles = new Map([
    ...cleaners.map(({ test }) => [test, "cleaner"] as const),
    ...setters.map(({ test }) => [test, "setter"] as const),
    ...polluters.map(({ test }) => [test, "polluter"] as const),
    [victim.test, "victim"] as const,
  ]);
  // What leaks is there from the last test that leaves it until the one that fails.
  const leaks = leak.map(({ name }) => ({ title: name, role: "leak", count: 1 }));
  const boxes = boxesOf(order, roles);
  const leaver = boxes.findLastIndex(({ role }) => role === "polluter" || role === "setter");
  return [
    markup`<section><h2>The order</h2>\n<ol class="order">\n`,
    ...[...boxes.slice(0, leaver + 1), ...(leaver === -1 ? [] : leaks), ...boxes.slice(leaver + 1)].map(
      ({ title, role, count }) => markup`<li class="${role}" title="${title}">${label(role, title, count)}</li>\n`,
    ),
    markup`</ol></section>\n`,
  ];
}

interface Box {
  readonly title: string;
  readonly role: string;
  /** How many tests it stands for. */
  readonly count: number;
}

function boxesOf(order: readonly string[], roles: ReadonlyMap<string, string>): Box[] {
  const boxes: Box[] = [];
  const isLong = order.length > maxBoxes;
  for (const test of order) {
    const role = roles.get(test) ?? "other";
    const last = boxes.at(-1);
    if (isLong && role === "other" && last?.role === "other") boxes[boxes.length - 1] = joined(last);
    else boxes.push({ title: test, role, count: 1 });
  }
  return boxes;
}

function joined({ count }: Box): Box {
  return { title: `${count + 1} tests`, role: "other", count: count + 1 };
}

function label(role: string, title: string, count: number): string {
  if (role !== "other") return `${role}: ${title}`;
  return count > 1 ? `${count}` : "";
}
