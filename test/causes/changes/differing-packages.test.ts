import { expect, test } from "vitest";
import type { ChangesContext } from "../../../src/causes/changes/context.ts";
import { differingPackages } from "../../../src/causes/changes/differing-packages.ts";
import { Changes } from "../../../src/world/changes/version-diff.ts";
import { madeVersion } from "../../versions/made-version.ts";

/** Two versions that cargo has locked, under these conditions. */
function differingUnder(conditions: object, lockfile = "Cargo.lock") {
  const [old, now] = ["1", "2"].map((text) => madeVersion({ [lockfile]: text }, { root: "/nowhere" }));
  const notes: string[] = [];
  const record = { load: () => undefined, save: () => {} };
  const context = {
    run: { note: (sentence: string) => notes.push(sentence), record },
    request: { cwd: "/nowhere", conditions },
    pair: { old, new: now, home: undefined, repository: undefined, isPinned: () => false },
    whole: Changes.between(old!, now!),
  };
  return { differing: differingPackages(context as unknown as ChangesContext), notes };
}

test("lockfiles of a manager that installs each candidate are searched", () => {
  const { differing, notes } = differingUnder({});
  expect(differing?.lockfiles).toEqual(["Cargo.lock"]);
  expect(notes).toEqual([]);
});

test.each([
  ["on an engine", { engine: { url: "grpc://host" } }, 'With --engine ""'],
  ["in the sandbox", { sandbox: true }, "Without --sandbox"],
])("%s they are not, and a note says so", (where, conditions, cure) => {
  const { differing, notes } = differingUnder(conditions);
  expect(differing).toBeUndefined();
  expect(notes).toEqual([
    `Whether the files or the packages of Cargo.lock are to blame is not searched: nothing can be installed ${where}. ` +
      `${cure}, each version is tested with its own packages.`,
  ]);
});

test("where the user has installed nothing, there is nothing to say", () => {
  expect(differingUnder({ sandbox: true }, "pnpm-lock.yaml")).toEqual({ differing: undefined, notes: [] });
});
