import { expect, test } from "vitest";
import { overlay, treeOf } from "../../../src/versions/worlds/trees.ts";
import { madeItem, madeVersion } from "../made-version.ts";

test("the old version differs from itself in nothing", () => {
  const old = madeVersion({ a: "1" });
  expect(treeOf({ old }, old)).toEqual({ base: old, placed: [] });
});

test("another version is what it changes, adds and lacks; what it has is read ahead", () => {
  const old = madeVersion({ same: "0", changed: "1", gone: "2" });
  const loaded: string[] = [];
  const version = madeVersion({ same: "0", changed: "1!", added: "3" }, { load: (paths) => loaded.push(...paths) });
  const { base, placed } = treeOf({ old }, version);
  expect(base).toBe(old);
  expect(
    Object.fromEntries(placed.map(({ path, item }) => [path, item && Buffer.from(item.bytes()).toString()])),
  ).toEqual({ added: "3", changed: "1!", gone: undefined });
  expect(loaded.sort()).toEqual(["added", "changed"]);
});

test("the upper of two lists counts where both have a path, and it may remove it", () => {
  const [one, two, three] = ["1", "2", "3"].map(madeItem);
  const lower = [
    { path: "a", item: one },
    { path: "b", item: two },
    { path: "c", item: two },
  ];
  const upper = [
    { path: "b", item: three },
    { path: "c", item: undefined },
  ];
  expect(overlay(lower, upper)).toEqual([{ path: "a", item: one }, ...upper]);
});
