import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { history } from "../../../src/causes/history/application.ts";
import { checkCarriedFolder, patchSignature } from "../../../src/causes/history/patches/carried-folder.ts";
import { patchFiles, patchHashes } from "../../../src/causes/history/patches/given-patches.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeWords } from "../made-words.ts";

test.each([
  [["v1"], {}, "v1 is one word too many: --from v1 names the version to walk back from."],
  [[], { test: [""] }, "The test starts with an empty word"],
])("words %j with %j are refused", (words, options, message) => {
  expect(() => history.readRequest(madeWords(words, options), temporaryFolder("history"))).toThrow(message);
});

describe("the patches of --carry", () => {
  const folder = temporaryFolder("carry");
  for (const name of ["0002-b.patch", "0001-a.patch", "notes.txt"]) writeFileSync(join(folder, name), name);
  const single = join(folder, "notes.txt");

  test("are the files named, and in a folder those that end in .patch, in order", () => {
    const inFolder = ["0001-a.patch", "0002-b.patch"].map((name) => join(folder, name));
    expect(patchFiles([single, folder])).toEqual([single, ...inFolder]);
  });

  test("must exist, and a folder must have one", () => {
    const empty = temporaryFolder("empty");
    expect(() => patchFiles([empty])).toThrow(`There is no patch in ${empty}.`);
    expect(() => patchFiles([join(empty, "none.patch")])).toThrow(/^Cannot read .*none\.patch: /);
  });

  test("have the same hash as long as they have the same content", () => {
    const copy = join(temporaryFolder("copy"), "a.patch");
    writeFileSync(copy, "notes.txt");
    expect(patchHashes([copy])).toEqual(patchHashes([single]));
    writeFileSync(copy, "changed");
    expect(patchHashes([copy])).not.toEqual(patchHashes([single]));
  });
});

describe("the folder of --output", () => {
  function outputWith(files: Readonly<Record<string, string>>): string {
    const output = temporaryFolder("output");
    mkdirSync(join(output, "carried"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(output, "carried", name), text);
    return output;
  }
  const carried = `patch\n${patchSignature}`;

  test("may be new, or hold patches that were carried before", () => {
    expect(() => checkCarriedFolder(join(temporaryFolder("new"), "output"), [])).not.toThrow();
    expect(() => checkCarriedFolder(outputWith({ "0001-a.patch": carried }), [])).not.toThrow();
  });

  test.each([
    ["another file", { "notes.txt": carried }],
    ["a patch of the user's", { "mine.patch": "patch\n" }],
  ])("must not lose %s", (_, files) => {
    expect(() => checkCarriedFolder(outputWith(files), [])).toThrow(
      "would be lost, because the carried patches go there",
    );
  });

  test("must not hold the very patches that are to be carried", () => {
    const output = outputWith({ "0001-a.patch": carried });
    const given = patchFiles([join(output, "carried")]);
    expect(() => checkCarriedFolder(output, given)).toThrow(`${given[0]} would be lost`);
  });
});
