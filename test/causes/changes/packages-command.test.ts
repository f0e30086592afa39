import { expect, test } from "vitest";
import { packagesCommand } from "../../../src/causes/changes/packages-command.ts";

test("the command names the same versions, quoted for a shell, unless one is a patch", () => {
  expect(packagesCommand({ old: "v1" })).toBe("culprit packages v1");
  expect(packagesCommand({ old: "v1", new: "my branch" }, "--deeper")).toBe("culprit packages v1 'my branch' --deeper");
  expect(packagesCommand({ old: "", patch: "/a.patch" }, "--deeper")).toBe("culprit packages --deeper");
});
