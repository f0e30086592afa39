import { expect, test } from "vitest";
import { branchFiles } from "../../../../src/causes/packages/locked/branch-files.ts";
import type { LockDifference, Manager } from "../../../../src/world/packages/managers/manager.ts";

const left = (lockfile: string, usual: string, difference: Partial<LockDifference>, ...files: string[]) => {
  const side = { name: "made", lockfile, read: () => undefined };
  const context = {
    manager: { lockfiles: [usual] } as Partial<Manager> as Manager,
    sides: { old: side, new: side, project: { version: { name: "", items: new Map(), checkOut: () => {} } } } as never,
    difference: { packages: [], manifests: [], compose: () => new Map(), ...difference },
  };
  return [...branchFiles(context, new Map(files.map((file) => [file, ""]))).keys()];
};

test.each([
  [
    "of the project's lockfile",
    ["yarn.lock", "yarn.lock", {}, "yarn.lock", "package.json"],
    ["yarn.lock", "package.json"],
  ],
  ["of a lockfile beside it", ["yarn.new.lock", "yarn.lock", {}, "yarn.new.lock", "yarn.lock"], ["yarn.lock"]],
  [
    "of a go.mod beside it, with its checksums",
    ["go.new.mod", "go.mod", { companions: ["go.new.sum"] }, "go.new.mod", "go.mod", "go.new.sum", "go.sum"],
    ["go.mod", "go.sum"],
  ],
  ["of the only lockfile there is", ["dev.txt", "requirements.txt", {}, "dev.txt"], ["dev.txt"]],
  [
    "without what only the installation reads",
    ["a.lock", "a.lock", { temporary: ["pins"] }, "a.lock", "pins"],
    ["a.lock"],
  ],
] as const)("files %s", (_, [lockfile, usual, difference, ...files], expected) => {
  expect(left(lockfile, usual, difference, ...files)).toEqual(expected);
});
