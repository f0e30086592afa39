import { expect, test } from "vitest";
import { upgradeText } from "../../../../src/versions/packages/locked/locked-context.ts";

const cookie = { name: "cookie", old: "0.4.0", new: "0.7.2", requiredBy: [] };

test("an upgrade names its versions", () => {
  expect(upgradeText(cookie)).toBe("cookie 0.4.0 → 0.7.2");
  expect(upgradeText({ ...cookie, old: undefined })).toBe("cookie 0.7.2 added");
  expect(upgradeText({ ...cookie, new: undefined })).toBe("cookie 0.4.0 removed");
});

test("of a package in several versions, it names those who find these", () => {
  expect(upgradeText({ ...cookie, by: new Set(["express"]) })).toBe("cookie 0.4.0 → 0.7.2 in express");
  expect(upgradeText({ ...cookie, by: new Set([undefined, "express"]) })).toBe(
    "cookie 0.4.0 → 0.7.2 in the project itself and express",
  );
});
