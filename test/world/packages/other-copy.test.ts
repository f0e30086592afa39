import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { otherCopyOf } from "../../../src/world/packages/other-copy.ts";
import { type Packages, upgradesBetween } from "./package-trees.ts";

const web = (range: string) => ({ version: `${range}.0`, dependencies: { query: range } });

/** What is found instead of the copy inside `web`, with all upgrades made or with some. */
function otherCopy(old: Packages, now: Packages, among?: readonly string[]) {
  const { upgrades } = upgradesBetween(old, now);
  const path = "node_modules/web/node_modules/query";
  const [change] = upgrades.deltas[upgrades.deltaAt(path)!]!;
  const set = among && DeltaSet.of(...among.map((each) => upgrades.deltaAt(`node_modules/${each}`)!));
  const other = otherCopyOf(change!, upgrades, set ?? upgrades.all);
  return other && `${other.path} ${other.entry.version}`;
}

describe("a copy inside the package that requires it", () => {
  const own = { web: web("1.0"), "web>query": "1.0.0", query: "3.0.0" };
  const shared = { web: web("3.0"), query: "3.0.0" };

  test("that is gone gives way to the one further out", () => {
    expect(otherCopy(own, shared)).toBe("node_modules/query 3.0.0");
  });

  test("that is new takes the place of the one further out", () => {
    expect(otherCopy(shared, own)).toBe("node_modules/query 3.0.0");
  });

  test("may be required by another package in there", () => {
    const body = { "web>body": { version: "1.0.0", dependencies: { query: "1.0" } }, query: "3.0.0" };
    const deep = { web: { version: "1.0.0", dependencies: { body: "*" } }, ...body };
    expect(otherCopy({ ...deep, "web>query": "1.0.0" }, deep)).toBe("node_modules/query 3.0.0");
  });

  test("has what is further out with these upgrades", () => {
    const later = { ...shared, query: "4.0.0" };
    expect(otherCopy(own, later)).toBe("node_modules/query 4.0.0");
    expect(otherCopy(own, later, ["web/node_modules/query"])).toBe("node_modules/query 3.0.0");
  });

  test("is really removed if nothing requires it any more, or nothing is found", () => {
    expect(otherCopy(own, { web: "3.0.0", query: "3.0.0" })).toBeUndefined();
    expect(otherCopy(own, { query: "3.0.0" })).toBeUndefined();
    expect(otherCopy(own, { web: web("1.0") })).toBeUndefined();
  });

  test("makes no difference if the other one has the same version", () => {
    expect(otherCopy({ ...own, query: "1.0.0" }, { web: web("1.0"), query: "1.0.0" })).toBeUndefined();
  });
});

test("what is further out itself has no other copy", () => {
  const { upgrades } = upgradesBetween({ query: "1.0.0", web: web("1.0") }, { web: "2.0.0" });
  const [change] = upgrades.deltas[upgrades.deltaAt("node_modules/query")!]!;
  expect(otherCopyOf(change!, upgrades, upgrades.all)).toBeUndefined();
});
