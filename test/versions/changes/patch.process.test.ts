import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyPatch, patchBetween } from "../../../src/versions/changes/patch.ts";
import { blobId } from "../../../src/world/git/repository.ts";
import { folderVersion } from "../../../src/world/tree/folder-version.ts";
import type { Item } from "../../../src/world/tree/version.ts";
import { writeItem } from "../../../src/world/tree/write-item.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const paths = [
  "plain",
  "of two words",
  'a "quote"',
  "back\\slash",
  "a\ttab",
  "two\nlines",
  "grüße/ünder",
  "deep/er/file",
];

const item: fc.Arbitrary<Item> = fc
  .record({
    kind: fc.constantFrom("file", "file", "link"),
    executable: fc.boolean(),
    content: fc.constantFrom("", "one line\n", "one line\nand no end", "a\r\nb\r\n", "bytes \0 \xff\n", "elsewhere"),
  })
  .map(({ kind, executable, content }) => {
    const bytes = Buffer.from(kind === "link" ? "elsewhere" : content, "latin1");
    return { kind, executable: kind === "file" && executable, id: blobId(bytes), bytes: () => bytes } as Item;
  });

const state = fc
  .tuple(...paths.map(() => fc.option(item, { nil: undefined })))
  .map((items) => paths.map((path, i) => ({ path, item: items[i] })));

/** What is in a folder, as text that can be compared. */
const contentsOf = (folder: string) =>
  [...folderVersion(folder, "here").items]
    .map(([path, { kind, executable, bytes }]) => [path, kind, executable, Buffer.from(bytes()).toString("latin1")])
    .sort();

test("a patch takes one state of some paths to the other, whatever their names and contents", () => {
  fc.assert(
    fc.property(state, state, (from, to) => {
      const root = temporaryFolder("patch");
      const [before, after] = [join(root, "before"), join(root, "after")];
      for (const [folder, placed] of [
        [before, from],
        [after, to],
      ] as const) {
        for (const { path, item } of placed) if (item) writeItem(join(folder, path), item);
      }
      const patch = patchBetween(from, to, join(root, "patch"));
      if (patch.length > 0) applyPatch(before, patch);
      expect(contentsOf(before)).toEqual(contentsOf(after));
    }),
    { numRuns: 15 },
  );
});
