import { mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { blobOf, fileBlob, readBlob, sha256 } from "../../../src/engine/tree/blob.ts";
import { entryAt, layOver, withEntry, withoutEntry } from "../../../src/engine/tree/merge-trees.ts";
import { TreeReader } from "../../../src/engine/tree/read-tree.ts";
import { type TreeEntry, type TreeFile, TreeFolder } from "../../../src/engine/tree/tree-folder.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const file = (text: string): TreeEntry => ({ blob: blobOf(Buffer.from(text)), mode: 0o644 });

/** Files by their paths. */
const listing = fc.dictionary(
  fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }).map((names) => names.join("/")),
  fc.constantFrom("1", "2", "3"),
  { maxKeys: 6 },
);

function treeOf(files: Readonly<Record<string, string>>): TreeFolder {
  return Object.entries(files).reduce((tree, [path, text]) => withEntry(tree, path, file(text)), new TreeFolder());
}

test("the hash of a tree says what is in it, whatever the order in which it was made", () => {
  fc.assert(
    fc.property(listing, (files) => {
      const sorted = Object.entries(files).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
      const [one, other] = [sorted, [...sorted].sort(([a], [b]) => a.length - b.length || (a < b ? 1 : -1))];
      expect(treeOf(Object.fromEntries(one)).blob.hash).toBe(treeOf(Object.fromEntries(other)).blob.hash);
    }),
  );
});

test("what is laid over another tree is seen, and all else stays the same value", () => {
  fc.assert(
    fc.property(listing, listing, (below, above) => {
      const [lower, upper] = [treeOf(below), treeOf(above)];
      const both = layOver(lower, upper);
      for (const path of Object.keys(above)) {
        // A file that another one has made a folder of is not there.
        const own = entryAt(upper, path);
        if (own && !(own instanceof TreeFolder)) expect(entryAt(both, path)).toBe(own);
      }
      for (const [name, entry] of lower.entries) {
        if (!upper.entries.has(name)) expect(both.entries.get(name)).toBe(entry);
      }
    }),
  );
});

test("a folder goes with its last file", () => {
  const tree = treeOf({ "a/b/c": "1", "a/d": "2", e: "3" });
  expect(withoutEntry(tree, "a/b/c").blob.hash).toBe(treeOf({ "a/d": "2", e: "3" }).blob.hash);
  expect(withoutEntry(withoutEntry(tree, "a/b/c"), "a/d").blob.hash).toBe(treeOf({ e: "3" }).blob.hash);
  expect(withoutEntry(tree, "a/x/y")).toBe(tree);
});

test("a changed file costs the blobs on the way to it", () => {
  const files = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`d${i % 10}/e${i % 7}/f${i}`, String(i)]));
  const tree = treeOf(files);
  const known = new Set([...tree.blobs()].map(({ hash }) => hash));
  const changed = layOver(tree, treeOf({ "d3/e3/f3": "changed" }));
  expect([...changed.blobs()].filter(({ hash }) => !known.has(hash))).toHaveLength(4);
});

test("files that have not changed are not read again", () => {
  const folder = temporaryFolder("engine-tree");
  mkdirSync(join(folder, "sub"));
  for (const name of ["a", "sub/b", "sub/c"]) writeFileSync(join(folder, name), name);
  symlinkSync("a", join(folder, "link"));
  const long = Date.now() / 1000 - 100;
  const reader = new TreeReader();
  const read = () => reader.readFolder(folder, { times: false }).blob.hash;
  const first = read();
  expect(reader.hashed).toBe(3);
  // What was written a moment ago may be written again within one tick of the clock, so nothing is believed yet.
  const later = new TreeReader(
    ["a", "sub/b", "sub/c"].map((name) => [join(folder, name), { stamp: "another", hash: "wrong" }] as const),
  );
  expect(later.readFolder(folder, { times: false }).blob.hash).toBe(first);
  expect(later.hashed).toBe(3);
  utimesSync(join(folder, "a"), long, long);
  expect(read()).toBe(first);
  writeFileSync(join(folder, "a"), "b");
  expect(read()).not.toBe(first);
});

test.each([0, 1, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 5 * 2 ** 19])(
  "a file of %i bytes is hashed and read whole",
  (size) => {
    const path = join(temporaryFolder("engine-file"), "file");
    const bytes = Buffer.from(Array.from({ length: size }, (_, i) => i % 251));
    writeFileSync(path, bytes);
    const read = new TreeReader().readEntry(path, false) as TreeFile;
    expect(read.blob).toMatchObject({ size, hash: sha256(bytes) });
    expect(bytes.equals(readBlob(read.blob))).toBe(true);
  },
);

test("a file that is larger than what Node reads at once comes in small pieces", () => {
  const path = join(temporaryFolder("engine-file"), "file");
  writeFileSync(path, "");
  truncateSync(path, 3 * 2 ** 30);
  const [first] = fileBlob(path, "", 3 * 2 ** 30).pieces();
  expect(first).toHaveLength(2 ** 20);
});
