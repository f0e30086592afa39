import { expect, test } from "vitest";
import { isInRange } from "../../../src/world/packages/version-range.ts";

test("a version is in a range by npm's rules", () => {
  expect(isInRange("1.3.0", "^1.2.0")).toBe(true);
  expect(isInRange("2.0.0", "^1.2.0")).toBe(false);
  expect(isInRange("2.0.0", "")).toBe(true);
});

test("a prerelease is only in a range that names a prerelease of the same version", () => {
  expect(isInRange("1.3.0-beta.1", "^1.2.0")).toBe(false);
  expect(isInRange("1.3.0-beta.1", ">=1.3.0-beta.0")).toBe(true);
});

test.each(["latest", "git+ssh://host/a", "file:x.tgz", "user/repo"])("%s is not a range of versions", (range) => {
  expect(isInRange("1.0.0", range)).toBeUndefined();
});

test("what is not a version is in no known range", () => {
  expect(isInRange("", "^1.0.0")).toBeUndefined();
});

test("the range of an alias is what follows the package name", () => {
  expect(isInRange("1.3.0", "npm:other@^1.2.0")).toBe(true);
  expect(isInRange("1.3.0", "npm:@scope/other@~1.2.0")).toBe(false);
});
