import { expect, test } from "vitest";
import { packagesCommand } from "../../../src/causes/changes/packages-command.ts";

const npmTest = ["npm", "test"];

test("the command names the same versions and the test, quoted for a shell", () => {
  expect(packagesCommand({ old: "v1", test: npmTest })).toBe("culprit packages v1 -- npm test");
  expect(packagesCommand({ old: "v1", new: "my branch", test: npmTest }, "--deeper")).toBe(
    "culprit packages v1 'my branch' --deeper -- npm test",
  );
});

test("in the place of a patch, it takes the lockfile from before", () => {
  expect(packagesCommand({ old: "", patch: "/a.patch", test: npmTest }, "--deeper")).toBe(
    "culprit packages LOCKFILE --deeper -- npm test",
  );
});
