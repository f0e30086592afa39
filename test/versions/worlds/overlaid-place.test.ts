import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folderAsItIs, overlaidPlace } from "../../../src/versions/worlds/overlaid-place.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeVersion } from "../made-version.ts";

/** The tree of a candidate with these files, and what of the user's files it hides. */
function hiddenBy(
  files: readonly string[],
  { versioned = [] as string[], without = [] as string[] },
): readonly string[] {
  const tree = join(temporaryFolder("overlaid"), "tree");
  for (const file of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), "");
  }
  const folder = { home: "/home/ann/shop", versioned: new Set(versioned), outside: [], records: [] };
  const base = madeVersion(Object.fromEntries(files.map((file) => [file, ""])));
  const { overlays } = overlaidPlace(folder, { replaced: [], without }).view(tree, { base, placed: [] });
  return overlays[0]!.hidden;
}

test("a candidate hides the versioned files that it lacks, but not behind what it has in the place of their folder", () => {
  expect(hiddenBy(["a", "b/c"], { versioned: ["a", "a/d", "b/c", "b/e", "f"] })).toEqual(["b/e", "f"]);
});

test("what a tree is made without is hidden, unless it is the candidate's own; in a folder, the user's files are", () => {
  expect(hiddenBy(["file", "folder/own"], { without: ["file", "file/below", "folder", "other"] })).toEqual([
    "folder",
    "other",
  ]);
});

test("the user's folder can have a file or a link in the place of a folder that git tracks", () => {
  const [home, layer] = [temporaryFolder("home"), temporaryFolder("layer")];
  writeFileSync(join(home, "file"), "");
  symlinkSync(layer, join(home, "link"));
  const folder = { home, versioned: new Set(["file/a", "link/b", "c"]), outside: [], records: [] };
  expect(folderAsItIs(folder, layer).overlays.map(({ at }) => at)).toEqual([home]);
});
