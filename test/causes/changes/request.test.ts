import { expect, test } from "vitest";
import { changes } from "../../../src/causes/changes/application.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeWords } from "../made-words.ts";

const cwd = temporaryFolder("changes");

test.each([
  [[], {}, "Which version passes? culprit changes OLD [NEW]"],
  [["v1", "v2", "v3"], {}, "One version too many: v3. culprit changes OLD [NEW]"],
  [["v1", "v2"], { "find-good": true }, "One version too many: v2."],
  [["v1"], { patch: "a.patch" }, "One version too many: v1."],
  [[], { patch: "a.patch", "find-good": true }, "--find-good and --patch exclude each other."],
  [[], { patch: "none.patch" }, "There is no file none.patch."],
  [["v1"], { test: [""] }, "The test starts with an empty word"],
  [["v1"], { build: " " }, "--build needs a command."],
])("versions %j with %j are refused", (versions, options, message) => {
  expect(() => changes.readRequest(madeWords(versions, options), cwd)).toThrow(message);
});
