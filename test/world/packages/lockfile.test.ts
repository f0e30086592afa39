import { expect, test } from "vitest";
import { readLockfile } from "../../../src/world/packages/lockfile.ts";

test("a package-lock.json that git could not merge is refused, with the line", () => {
  const text = '{\n  "lockfileVersion": 3,\n<<<<<<< HEAD\n  "packages": {}\n=======\n>>>>>>> other\n}\n';
  expect(() => readLockfile(text, "package-lock.json of HEAD")).toThrow(
    "package-lock.json of HEAD has the marks of a merge in line 3: settle the merge, and let the manager write it again.",
  );
});

test("any other text is refused as what it is", () => {
  expect(() => readLockfile("{", "x.json")).toThrow("x.json is not a package-lock.json: it is not valid JSON.");
  expect(() => readLockfile('{"lockfileVersion": 1}', "x.json")).toThrow(/version 1, which has too little information/);
});
