import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  finestUnit,
  hashesOf,
  inputSetting,
  inputTestIdentity,
  readInput,
  readInputs,
  unitsFor,
} from "../../../src/causes/input/inputs.ts";
import { readFolder } from "../../../src/world/files/folder.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { inputRequest } from "./any-request.ts";

const cwd = temporaryFolder("inputs");
const path = (name: string) => join(cwd, name);
writeFileSync(path("in.txt"), "a\nb\n", { mode: 0o640 });
writeFileSync(path("test.sh"), "exit 1\n", { mode: 0o755 });
mkdirSync(path("proj"));
writeFileSync(path("proj/a"), "a");

const lines = Buffer.from("a\nb\n");
const binary = new Uint8Array([0xff, 0, 1]);
const request = inputRequest({ failing: path("in.txt"), cwd, test: ["./test.sh", "{}"] });

describe("the inputs of a run", () => {
  test("are read again when it is resumed, if they have not changed", () => {
    const contents = hashesOf({ failing: readInput(path("in.txt"), "in.txt"), passing: undefined });
    expect(readInputs({ ...request, contents })).toEqual({ failing: lines, passing: undefined });
  });

  test("are refused if they have changed", () => {
    const message = `${path("in.txt")} has changed since the run began, so its outcomes no longer hold: start a new run.`;
    expect(() => readInputs({ ...request, contents: ["other"] })).toThrow(message);
    const contents = [...hashesOf({ failing: lines, passing: undefined }), "other"];
    expect(() => readInputs({ ...request, passing: path("test.sh"), contents })).toThrow(
      `${path("test.sh")} has changed`,
    );
  });
});

describe("the setting of all candidates", () => {
  test("has the mode of the input, and a test that runs anywhere", () => {
    const { mode, template } = inputSetting(request);
    expect(mode).toBe(0o640);
    expect(template.argv("/x/in.txt")).toEqual([path("test.sh"), "/x/in.txt"]);
  });

  test.each([
    ["./missing.sh", `There is no file ./missing.sh in ${cwd} to run as the test.`],
    ["./proj", "./proj is a folder: name a program to run as the test."],
    ["", "The test starts with an empty word: name the program to run first."],
  ])("does not take %j for a program", (program, message) => {
    expect(() => inputSetting({ ...request, test: [program] })).toThrow(message);
  });

  test("leaves the program alone where the words are literal", () => {
    expect(inputSetting({ ...request, test: ["./missing.sh"], literal: true }).template.argv("x")).toEqual([
      "./missing.sh",
    ]);
  });

  test("is another test as soon as a file that it names changes", () => {
    const before = inputTestIdentity(request, inputSetting(request));
    expect(inputTestIdentity(request, inputSetting(request))).toEqual(before);
    writeFileSync(path("test.sh"), "exit 2\n");
    expect(inputTestIdentity(request, inputSetting(request))).not.toEqual(before);
  });
});

describe("the units of a difference", () => {
  test.each([
    ["a text of several lines", lines, ["lines", "characters"]],
    ["a text of one line", Buffer.from("ab"), ["characters"]],
    ["bytes", binary, ["bytes"]],
    ["a folder", readFolder(path("proj")), []],
  ])("of %s, for a pair", (_, failing, units) => {
    expect(unitsFor({ ...request, goal: "isolate" }, failing)).toEqual(units);
  });

  test("are none where passes reduce the text, but for one to find further causes", () => {
    expect(unitsFor(request, lines)).toEqual([]);
    expect(unitsFor({ ...request, causes: 2 }, lines)).toEqual(["lines"]);
    expect(unitsFor({ ...request, search: "ddmin" }, lines)).toEqual(["lines", "characters"]);
  });

  test("are the user's choice", () => {
    expect(unitsFor({ ...request, by: "tokens" }, lines)).toEqual(["tokens"]);
    expect(finestUnit({ ...request, by: "tokens" }, lines)).toBe("tokens");
  });

  test("end with the finest, which a result can be minimal in", () => {
    expect([lines, binary, readFolder(path("proj"))].map((failing) => finestUnit(request, failing))).toEqual([
      "characters",
      "bytes",
      "characters",
    ]);
  });
});
