import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { temporaryPlace } from "../../../src/trial/temporary-place.ts";
import { indexNames } from "../../../src/world/changes/name-index.ts";
import { Changes, type Placed } from "../../../src/world/changes/version-diff.ts";
import { blobId } from "../../../src/world/git/repository.ts";
import { WarmTree } from "../../../src/world/tree/incremental-checkout.ts";
import { treeHash } from "../../../src/world/tree/tree-hash.ts";
import type { Item, Version } from "../../../src/world/tree/version.ts";

const place = mkdtempSync(join(temporaryPlace(), "culprit-test-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let number = 0;
const newFolder = () => join(place, String(number++));

interface Content {
  readonly kind: "file" | "link";
  readonly executable: boolean;
  readonly bytes: Buffer;
}

/** What is where, by path. */
type Contents = ReadonlyMap<string, Content>;

const lines = fc
  .array(fc.constantFrom("one", "two", "three", "four", "", "fünf", "six\r"), { maxLength: 8 })
  .chain((some) => fc.constantFrom(some.join("\n"), some.map((line) => `${line}\n`).join("")));
const contents: fc.Arbitrary<Content> = fc.oneof(
  { arbitrary: fc.tuple(lines, fc.boolean()).map(([text, x]) => file(Buffer.from(text), x)), weight: 6 },
  { arbitrary: fc.uint8Array({ maxLength: 6 }).map((bytes) => file(Buffer.from([0, ...bytes]), false)), weight: 1 },
  { arbitrary: fc.constantFrom("a", "b/c", "nowhere").map((to) => link(to)), weight: 1 },
);

function file(bytes: Buffer, executable: boolean): Content {
  return { kind: "file", executable, bytes };
}

function link(to: string): Content {
  return { kind: "link", executable: false, bytes: Buffer.from(to) };
}

const paths = fc.array(fc.constantFrom("a", "b", "B", "a b", "ä\n"), { minLength: 1, maxLength: 3 });

/** Few names, so that the two versions meet in all ways: files where there were folders, links, other modes. */
const trees: fc.Arbitrary<Contents> = fc
  .array(fc.tuple(paths, contents), { maxLength: 7 })
  .map((entries) => consistent(entries.map(([path, content]) => [path.join("/"), content])));

/** Of paths that stand in each other's way, the first ones. */
function consistent(entries: readonly (readonly [string, Content])[]): Contents {
  const kept = new Map<string, Content>();
  for (const [path, content] of entries) {
    const inWay = [...kept.keys()].some((other) => isWithin(path, other) || isWithin(other, path));
    if (!inWay) kept.set(path, content);
  }
  return kept;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The second with files of the first moved to other names, so that there are renames. */
const pairs = fc
  .tuple(trees, trees, fc.array(fc.tuple(fc.nat(), paths), { maxLength: 2 }))
  .map(([old, now, moves]): [Contents, Contents] => {
    const moved = moves.flatMap(([seed, path]): [string, Content][] => {
      const content = [...old.values()][seed % Math.max(1, old.size)];
      return content ? [[path.join("/"), content]] : [];
    });
    return [old, consistent([...moved, ...now])];
  });

function versionOf(name: string, contents: Contents): Version {
  const items = new Map<string, Item>();
  for (const [path, { kind, executable, bytes }] of contents)
    items.set(path, { kind, executable, id: blobId(bytes), bytes: () => bytes });
  return { name, items, checkOut: (folder) => writeContents(folder, contents) };
}

function writeContents(folder: string, contents: Contents): void {
  for (const [path, { kind, executable, bytes }] of contents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (kind === "link") symlinkSync(bytes, join(folder, path));
    else writeFileSync(join(folder, path), bytes, { mode: executable ? 0o755 : 0o644 });
  }
}

/** Each path with what is there, as text. */
function shown(contents: Contents): string[] {
  return [...contents]
    .map(([path, { kind, executable, bytes }]) => JSON.stringify([path, kind, executable, bytes.toString("latin1")]))
    .sort();
}

function composed(base: Version, placed: readonly Placed[]): Contents {
  const items = new Map(base.items);
  for (const { path, item } of placed) {
    if (item) items.set(path, item);
    else items.delete(path);
  }
  return new Map(
    [...items].map(([path, { kind, executable, bytes }]) => [
      path,
      { kind: kind as "file" | "link", executable, bytes: Buffer.from(bytes()) },
    ]),
  );
}

/** What a folder holds; an empty folder in it is something too. */
function readContents(root: string): string[] {
  const found = new Map<string, Content>();
  const enter = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    if (entries.length === 0 && folder !== "") found.set(`${folder}/`, file(Buffer.from("an empty folder"), false));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const full = join(root, path);
      if (entry.isDirectory()) enter(path);
      else if (entry.isSymbolicLink()) found.set(path, link(readlinkSync(full)));
      else found.set(path, file(readFileSync(full), (lstatSync(full).mode & 0o100) !== 0));
    }
  };
  enter("");
  return shown(found);
}

function isConsistent(contents: Contents): boolean {
  return consistent([...contents]).size === contents.size;
}

/** Some of the changes, by the bits of a number. */
function chosen({ all }: Changes, seed: number): DeltaSet {
  return DeltaSet.of(...[...all].filter((n) => ((seed >>> (n % 31)) & 1) === 1));
}

describe("the changes between two versions", () => {
  test("none is the old one, all are the new one, byte for byte", () => {
    fc.assert(
      fc.property(pairs, ([from, to]) => {
        const [old, now] = [versionOf("old", from), versionOf("new", to)];
        const changes = Changes.between(old, now);
        expect(shown(composed(old, changes.compose(DeltaSet.empty)))).toEqual(shown(from));
        expect(shown(composed(old, changes.compose(changes.all)))).toEqual(shown(to));
        expect(treeHash({ base: old, placed: changes.compose(changes.all) })).toBe(treeHash({ base: now, placed: [] }));
        expect(changes.changes.length === 0).toBe(String(shown(from)) === String(shown(to)));
      }),
      { numRuns: 500 },
    );
  });

  test("some are a tree too: nothing is both a file and a folder", () => {
    fc.assert(
      fc.property(pairs, fc.nat(), ([from, to], seed) => {
        const old = versionOf("old", from);
        const changes = Changes.between(old, versionOf("new", to));
        expect(isConsistent(composed(old, changes.compose(chosen(changes, seed))))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("files of all parts together are all changes, each once", () => {
    fc.assert(
      fc.property(pairs, ([from, to]) => {
        const changes = Changes.between(versionOf("old", from), versionOf("new", to));
        let first = 0;
        for (const part of changes.files()) {
          expect(part.first).toBe(first);
          expect(part.changes.length).toBeGreaterThan(0);
          first += part.changes.length;
        }
        expect(first).toBe(changes.changes.length);
      }),
    );
  });
});

test("of 100,000 changes that need each other, one is closed over all that it needs", () => {
  const change = (_: unknown, i: number) => ({
    kind: "edited" as const,
    old: Buffer.from(""),
    new: Buffer.from(`let a${i} = a${i - 1};\n`),
  });
  const { dependencies } = indexNames(Array.from({ length: 100_000 }, change));
  expect(dependencies.withNeeds(DeltaSet.of(75_000)).toString()).toBe("0-75000");
  expect(dependencies.withDependents(DeltaSet.of(75_000)).toString()).toBe("75000-99999");
});

/** What a test may do to the tree that it runs in. */
const scribbles: Record<string, (path: string) => void> = {
  writes: (path) => write(path, "scribble"),
  "writes in place": (path) => statOf(path)?.isFile() && writeFileSync(path, "scribble"),
  removes: (path) => statOf(path) && rmSync(path, { recursive: true }),
  "changes the mode of": (path) => {
    const there = statOf(path);
    if (there?.isFile()) chmodSync(path, there.mode ^ 0o100);
  },
  "makes a folder of": (path) => write(join(path, "inner/file"), "scribble"),
  "makes a link of": (path) => {
    write(path, "");
    rmSync(path);
    symlinkSync("nowhere", path);
  },
  "makes a file of the folder of": (path) => write(path.includes("/") ? dirname(path) : path, "scribble"),
};

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Whatever is in the way. */
function write(path: string, text: string): void {
  for (const folder of foldersOf(path)) if (statOf(folder)?.isDirectory() === false) rmSync(folder);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  writeFileSync(path, text);
}

/** The folders around a path of ours, the outermost first. */
function foldersOf(path: string): string[] {
  const above = dirname(path);
  return above === place ? [] : [...foldersOf(above), above];
}

describe("a warm tree", () => {
  test("becomes any candidate after any other one, byte for byte", () => {
    fc.assert(
      fc.property(pairs, fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), ([from, to], seeds) => {
        const old = versionOf("old", from);
        const changes = Changes.between(old, versionOf("new", to));
        const tree = new WarmTree(newFolder());
        for (const set of [...seeds.map((seed) => chosen(changes, seed)), changes.all, DeltaSet.empty]) {
          const placed = changes.compose(set);
          tree.become({ base: old, placed });
          expect(readContents(tree.folder)).toEqual(shown(composed(old, placed)));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("whatever a test has done to the files of the tree, it is put right", () => {
    const deeds = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...Object.keys(scribbles))), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(pairs, deeds, ([from, to], done) => {
        const old = versionOf("old", from);
        const changes = Changes.between(old, versionOf("new", to));
        const tree = new WarmTree(newFolder());
        const names = [...new Set([...from.keys(), ...to.keys(), "beside"])];
        // What a test leaves beside the tree's own files is none of its business.
        const ofTree = () => readContents(tree.folder).filter((each) => names.includes(JSON.parse(each)[0]));
        for (const [seed, which, deed] of done) {
          const placed = changes.compose(chosen(changes, seed));
          tree.become({ base: old, placed });
          expect(ofTree().filter((each) => !each.startsWith('["beside"'))).toEqual(shown(composed(old, placed)));
          scribbles[deed]!(join(tree.folder, names[which % names.length]!));
        }
        tree.become({ base: old, placed: changes.compose(changes.all) });
        expect(ofTree().filter((each) => !each.startsWith('["beside"'))).toEqual(shown(to));
      }),
      { numRuns: 200 },
    );
  });

  test("nothing is written or removed through a link that a test has put in a folder's place", () => {
    const outside = newFolder();
    mkdirSync(outside);
    const contents = { x: "outside x", y: "outside y", "inner/z": "outside z" };
    writeContents(
      outside,
      new Map(Object.entries(contents).map(([path, text]) => [path, file(Buffer.from(text), false)])),
    );
    const before = readContents(outside);
    const text = (value: string) => file(Buffer.from(value), false);
    const old = versionOf(
      "old",
      new Map([
        ["d/x", text("1")],
        ["d/inner/z", text("1")],
      ]),
    );
    const changes = Changes.between(old, versionOf("new", new Map([["d/y", text("unlike\n")]])));
    const tree = new WarmTree(newFolder());
    for (const set of [DeltaSet.empty, changes.all, DeltaSet.empty, changes.all]) {
      tree.become({ base: old, placed: changes.compose(set) });
      expect(readContents(tree.folder)).toEqual(shown(composed(old, changes.compose(set))));
      rmSync(join(tree.folder, "d"), { recursive: true });
      symlinkSync(outside, join(tree.folder, "d"));
      tree.become({ base: old, placed: changes.compose(set) });
      expect(readContents(tree.folder)).toEqual(shown(composed(old, changes.compose(set))));
      rmSync(tree.folder, { recursive: true });
      symlinkSync(outside, tree.folder);
    }
    expect(readContents(outside)).toEqual(before);
  });
});
