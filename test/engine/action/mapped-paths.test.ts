import { expect, test } from "vitest";
import { MappedPaths } from "../../../src/engine/action/mapped-paths.ts";

const paths = new MappedPaths([
  { here: "/home/ada/shop", there: "/tree" },
  { here: "/home/ada/shop/node_modules/culprit", there: "/reads" },
  { here: "/tmp/x/work-1", there: "/work" },
]);

test("paths of this machine become those of a worker, the innermost folder first", () => {
  expect(paths.toWorker("/home/ada/shop/a.js --cwd=/home/ada/shop:/tmp/x/work-1")).toMatch(
    /^(@\S+@)\/tree\/a\.js --cwd=\1\/tree:\1\/work$/,
  );
  expect(paths.toWorker("/home/ada/shop/node_modules/culprit/dist")).toMatch(/@\/reads\/dist$/);
});

test("a folder whose name only begins alike is another one", () => {
  for (const text of ["/home/ada/shop2/a", "/home/ada/shop-old", "/home/ada/shop.bak", "/tmp/x/work-10/in"]) {
    expect(paths.toWorker(text)).toBe(text);
  }
});

test("and back again", () => {
  const text = "at /home/ada/shop/a.js:3 in /tmp/x/work-1 and /home/ada/shop/node_modules/culprit/x";
  const there = paths.toWorker(text).replaceAll(/@[^@]*@/g, "/worker/7/root");
  expect(paths.fromWorker(there, "/worker/7/root")).toBe(text);
});

test("where a path is on the worker, if it is there", () => {
  expect(paths.below("/home/ada/shop/src/a.js")).toBe("/tree/src/a.js");
  expect(paths.below("/home/ada")).toBeUndefined();
});
