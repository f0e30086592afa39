import { expect, test } from "vitest";
import { leftInstalled, remedyFor } from "../../../src/causes/packages/remedy.ts";
import { lockfileOf } from "../../world/packages/package-trees.ts";

const root = { dependencies: { web: "^2.0.0" }, devDependencies: { lint: "^2.0.0" } };
const moved = (path: string, old: object = {}) => ({
  path: `node_modules/${path}`,
  old: { version: "1.0.0", ...old },
  new: { version: "2.0.0" },
});

test("what packages require is overridden, what the project requires gets the version itself", () => {
  expect(remedyFor(root, [moved("query"), moved("web"), moved("lint")])).toEqual({
    overrides: { query: "1.0.0" },
    dependencies: { web: "1.0.0" },
    devDependencies: { lint: "1.0.0" },
  });
});

test("a copy that a package has for itself is overridden there if the project requires another", () => {
  expect(remedyFor(root, [moved("table/node_modules/web")])).toEqual({ overrides: { table: { web: "1.0.0" } } });
});

test("where others use the newer copy, only the package around the older one gets that", () => {
  const copy = { ...moved("table/node_modules/query"), isOnBothSides: false };
  expect(remedyFor(root, [copy])).toEqual({ overrides: { table: { query: "1.0.0" } } });
});

test("a package from elsewhere, or under another name, is asked for as it was", () => {
  const aliased = moved("query", { name: "real", resolved: "https://registry.npmjs.org/real/-/real-1.0.0.tgz" });
  expect(remedyFor(root, [aliased])).toEqual({ overrides: { query: "npm:real@1.0.0" } });
  const packed = moved("query", { resolved: "file:query.tgz" });
  expect(remedyFor(root, [packed])).toEqual({ overrides: { query: "file:query.tgz" } });
});

test("what is only on one side has no version to go back to", () => {
  expect(remedyFor(root, [{ path: "node_modules/query", old: undefined, new: { version: "2.0.0" } }])).toBeUndefined();
});

test("what npm has not installed in the version asked for is named; a copy that is gone is none", () => {
  const moves = [moved("query"), moved("table/node_modules/web"), moved("lint")];
  const left = (packages: Record<string, string>) => leftInstalled(moves, lockfileOf(packages));
  expect(left({ query: "1.0.0", lint: "1.0.0" })).toEqual([]);
  expect(left({ query: "2.0.0", "table>web": "1.5.0", lint: "1.0.0" })).toEqual(["query 2.0.0", "web 1.5.0"]);
});
