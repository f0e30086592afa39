import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readHashes, writeHashes } from "../../../src/engine/tree/known-hashes.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const known = { stamp: "1 2 3 4", hash: "abc" };

test("what is known of files is kept while they are there", () => {
  const folder = temporaryFolder("hashes");
  const [file, here] = [join(folder, "records", "hashes.json"), join(folder, "here")];
  writeFileSync(here, "");
  expect([...readHashes(file)]).toEqual([]);
  writeHashes(file, new Map([here, join(folder, "gone")].map((path) => [path, known])));
  expect([...readHashes(file)]).toEqual([[here, known]]);
  expect(existsSync(`${file}.new`)).toBe(false);
});

test.each(["", "{}", "[", "null", "[1]", "[null]"])("a file with %j is taken for an empty one", (text) => {
  const file = join(temporaryFolder("hashes"), "hashes.json");
  writeFileSync(file, text);
  expect([...readHashes(file)]).toEqual([]);
});
