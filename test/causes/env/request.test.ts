import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWords } from "../../../src/application/words.ts";
import { env } from "../../../src/causes/env/application.ts";
import { UserError } from "../../../src/core/user-error.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("env-request");
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
write("old.env", "A=1\nTMPDIR=/a\nCULPRIT_SLOT=1\n");
write("new.env", "A=2\n");
write("same.env", "export A='1'\nTMPDIR=/b\n");
write("bad.env", "A = 2\n");
write("bytes.env", new Uint8Array([65, 61, 255]));

const request = (...argv: string[]) => env.readRequest(readWords(env, argv), folder);

test("a request names both files, and isolates unless it is to simplify", () => {
  expect(request("old.env", "new.env", "--", "./test.sh")).toMatchObject({
    old: join(folder, "old.env"),
    new: join(folder, "new.env"),
    goal: "isolate",
    contents: [expect.any(String), expect.any(String)],
  });
  expect(request("old.env", "new.env", "--simplify", "--search", "ddmin", "--", "x")).toMatchObject({
    goal: "simplify",
    search: "ddmin",
  });
});

describe("refused, with what to do:", () => {
  test.each([
    [
      ["old.env", "--", "./test.sh"],
      "Which two environments? Name the file that passes and the one that fails: culprit env OLD NEW",
    ],
    [["old.env", "new.env", "x", "--", "./test.sh"], "Expected two files, but there is also x. culprit env OLD NEW"],
    [["old.env", "new.env", "./test.sh"], "as in: culprit env old.env new.env -- ./test.sh"],
    [["old.env", "none.env", "--", "./test.sh"], "There is no file none.env."],
    [[".", "new.env", "--", "./test.sh"], "is a folder: name a file of NAME=VALUE lines."],
    [["old.env", "bad.env", "--", "./test.sh"], "bad.env, line 1: this is not NAME=VALUE: A = 2"],
    [
      ["old.env", "bytes.env", "--", "./test.sh"],
      "bytes.env is not UTF-8 text, so it is not a file of NAME=VALUE lines.",
    ],
    [
      ["old.env", "same.env", "--", "x"],
      "old.env and same.env set the same variables to the same values: there is no difference",
    ],
    [["old.env", "new.env", "--search", "ddmin", "--", "./test.sh"], "isolating always uses dd"],
    [
      ["old.env", "new.env", "--output", "new.env", "--", "x"],
      "/new.env is a file, but a pair of results needs a folder",
    ],
    [
      ["old.env", "new.env", "--simplify", "--output", "old.env", "--", "x"],
      "/old.env is the input itself, which is never changed.",
    ],
  ])("%j", (argv, message) => {
    expect(() => request(...argv)).toThrow(UserError);
    expect(() => request(...argv)).toThrow(message);
  });
});
