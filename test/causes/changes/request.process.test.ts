import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changes } from "../../../src/causes/changes/application.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeWords } from "../made-words.ts";

const cwd = temporaryFolder("changes");
writeFileSync(join(cwd, "review.patch"), "");

test.each([
  [{ patch: "review.patch" }, "--patch needs a git repository, and there is none here."],
  [{ "find-good": true }, "--find-good needs a git repository, and there is none here."],
])("outside a repository, %j is refused", (options, message) => {
  expect(() => changes.readRequest(madeWords([], options), cwd)).toThrow(message);
});
