import { expect, test } from "vitest";
import { entryOf } from "../../../../src/versions/packages/locked/entry.ts";
import { type LockGraph, movedPackages } from "../../../../src/world/packages/managers/lock-graph.ts";

/** A graph from `name@version` to what each requires; the project requires what nobody else does. */
function graphOf(requirements: Readonly<Record<string, readonly string[]>>): LockGraph {
  const required = new Set(Object.values(requirements).flat());
  const nodes = Object.entries(requirements).map(([key, requires]) => {
    const [name = "", version = ""] = key.split("@");
    return [key, { name, version, requires }] as const;
  });
  return {
    nodes: new Map(nodes),
    direct: new Map(Object.keys(requirements).flatMap((key) => (required.has(key) ? [] : [[key, "project"] as const]))),
  };
}

const text = (old: LockGraph, now: LockGraph) =>
  movedPackages(old, now)
    .filter(({ name }) => name === "cookie")
    .map((moved) => entryOf(moved, "shop").text);

const old = graphOf({
  ...{ "parser@1": ["cookie@0.7.2"], "express@4.17.1": ["cookie@0.4.0"], "session@1.16.2": ["cookie@0.3.1"] },
  ...{ "cookie@0.3.1": [], "cookie@0.4.0": [], "cookie@0.7.2": [] },
});

test("a package in several versions says who finds another one, and leads to that", () => {
  const now = graphOf({
    ...{ "parser@1": ["cookie@0.7.2"], "express@4.22.3": ["cookie@0.7.2"], "session@1.19.0": ["cookie@0.7.2"] },
    "cookie@0.7.2": [],
  });
  expect(text(old, now)).toEqual([
    "cookie 0.3.1, 0.4.0, 0.7.2 → 0.7.2: 0.4.0 → 0.7.2 in express and 0.3.1 → 0.7.2 in session (shop › express › cookie)",
  ]);
});

test("who comes or goes finds no other version", () => {
  const now = graphOf({
    ...{ "parser@1": ["cookie@0.7.2"], "express@4.17.1": ["cookie@0.4.0"], "other@1": ["cookie@0.7.2"] },
    ...{ "cookie@0.4.0": [], "cookie@0.7.2": [] },
  });
  expect(text(old, now)).toEqual(["cookie 0.3.1, 0.4.0, 0.7.2 → 0.4.0, 0.7.2 (shop › parser › cookie)"]);
});

test("with one version on each side, that says it", () => {
  const web = (version: string) =>
    graphOf({ [`express@${version}`]: [`cookie@${version}`], [`cookie@${version}`]: [] });
  expect(text(web("1.0.0"), web("2.0.0"))).toEqual(["cookie 1.0.0 → 2.0.0 (shop › express › cookie)"]);
});
