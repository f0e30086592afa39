import fc from "fast-check";
import { expect, test } from "vitest";
import { blobOf } from "../../../src/engine/tree/blob.ts";
import { FileOrder } from "../../../src/engine/tree/file-order.ts";
import { entryAt } from "../../../src/engine/tree/merge-trees.ts";
import { type TreeEntry, type TreeFile, TreeFolder } from "../../../src/engine/tree/tree-folder.ts";

type Times = Readonly<Record<string, Partial<TreeFile>>>;

const names = ["a", "b", "c", "d", "e", "f"];
const now = 1_790_000_000;

/** Some of the files are in a folder of their own. */
function treeOf(files: Times): TreeFolder {
  const entry = ([name, more]: [string, Partial<TreeFile>]): [string, TreeEntry] => [
    name,
    { blob: blobOf(Buffer.from(name)), mode: 0o644, ...more },
  ];
  const all = Object.entries(files);
  const sub = new TreeFolder(new Map(all.filter(([name]) => name > "c").map(entry)));
  return new TreeFolder(new Map([...all.filter(([name]) => name <= "c").map(entry), ["sub", sub]]));
}

function fileIn(tree: TreeFolder, name: string): TreeFile {
  return entryAt(tree, name > "c" ? `sub/${name}` : name) as TreeFile;
}

/** The files of each time, the oldest ones first. */
function orderOf(files: Times): string[][] {
  const ordered = new FileOrder().orderOnly(treeOf(files));
  const byTime = new Map<number, string[]>();
  for (const name of Object.keys(files)) {
    const time = fileIn(ordered, name).time!;
    byTime.set(time, [...(byTime.get(time) ?? []), name]);
  }
  return [...byTime].sort(([a], [b]) => a - b).map(([, group]) => group.sort());
}

const hash = (files: Times) => new FileOrder().orderOnly(treeOf(files)).blob.hash;

/** Files as git writes them: in the order of the index, at these times. */
function written(...times: number[]): Times {
  return Object.fromEntries(times.map((time, position) => [names[position]!, { time: now + time, position }]));
}

const anyTimes = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: names.length, maxLength: names.length });

test("which of two files is newer stays as it is", () => {
  fc.assert(
    fc.property(anyTimes, (times) => {
      const files = Object.fromEntries(names.map((name, i) => [name, { time: now + times[i]! / 1000 }]));
      const ordered = new FileOrder().orderOnly(treeOf(files));
      for (const [i, one] of names.entries()) {
        for (const [j, other] of names.entries()) {
          const difference = fileIn(ordered, one).time! - fileIn(ordered, other).time!;
          expect(Math.sign(difference)).toBe(Math.sign(times[i]! - times[j]!));
        }
      }
    }),
  );
});

test("equal files with other times in the same order are the same tree", () => {
  fc.assert(
    fc.property(anyTimes, fc.integer({ min: 2, max: 9 }), (times, factor) => {
      const files = (stretch: number) =>
        Object.fromEntries(names.map((name, i) => [name, { time: now + stretch * times[i]! }]));
      expect(hash(files(factor))).toBe(hash(files(1)));
    }),
  );
  expect(hash({ a: { time: 1 }, b: { time: 2 } })).not.toBe(hash({ a: { time: 2 }, b: { time: 1 } }));
});

test("files that git wrote in one go are equally old, wherever the clock ticked", () => {
  expect(orderOf(written(0, 0, 0.004, 0.004, 0.008, 9))).toEqual([names]);
  expect(hash(written(0, 0, 0.004, 0.004, 0.008, 9))).toBe(hash(written(3, 3.001, 3.001, 3.001, 3.002, 3.002)));
});

test("but not if one was written later than the next, or long after", () => {
  expect(orderOf(written(0, 5, 0, 0, 1, 1))).toEqual([["a", "c", "d", "e", "f"], ["b"]]);
  expect(orderOf(written(0, 0, 0, 0, 0, 11))).toEqual([["a", "b", "c", "d", "e"], ["f"]]);
});

test("what lies between them, or was changed at the same time, keeps its place", () => {
  const files = written(0, 1, 2, 3);
  expect(orderOf({ ...files, e: { time: now + 1.5 } })).toEqual([["a", "b"], ["e"], ["c", "d"]]);
  expect(orderOf({ ...files, e: { time: now + 1 } })).toEqual([["a"], ["b", "e"], ["c", "d"]]);
});

test("files without a time, and those that are later than now, stay as they are", () => {
  const later = { time: now + 1e6, isFuture: true };
  const ordered = new FileOrder().orderOnly(treeOf({ a: {}, b: later, c: { time: now } }));
  expect(fileIn(ordered, "a").time).toBeUndefined();
  expect(fileIn(ordered, "b")).toMatchObject(later);
  expect(fileIn(ordered, "c").time).toBeLessThan(now);
  const plain = treeOf({ a: {}, b: {} });
  expect(new FileOrder().orderOnly(plain)).toBe(plain);
});

test("folders stay the same values from test to test, until there are other files", () => {
  const [order, user] = [new FileOrder(), treeOf(written(0, 1, 2, 3, 4))];
  const input = (candidate: string, tree = user) =>
    order.orderOnly(TreeFolder.of({ work: treeOf({ [candidate]: {} }), tree }));
  const [one, other] = [input("a"), input("b")];
  expect(other.entries.get("tree")).toBe(one.entries.get("tree"));
  const changed = input("a", treeOf(written(0, 1, 2, 1, 0)));
  expect(changed.entries.get("tree")).not.toBe(one.entries.get("tree"));
});
