import { expect, test } from "vitest";
import { matchesGlob } from "../../../src/versions/worlds/glob.ts";

const paths = ["a.js", "src/a.js", "src/a.jsx", "src/b.c", "src/deep/a.js", "srcs/a.js"];
const inSrc = ["src/a.js", "src/a.jsx", "src/b.c", "src/deep/a.js"];

test.each([
  ["a.js", ["a.js", "src/a.js", "src/deep/a.js", "srcs/a.js"]],
  ["*.js", ["a.js", "src/a.js", "src/deep/a.js", "srcs/a.js"]],
  ["src/*.js", ["src/a.js"]],
  ["./src/*.js", ["src/a.js"]],
  ["src/**/*.js", ["src/a.js", "src/deep/a.js"]],
  ["src/**", inSrc],
  ["src", inSrc],
  ["src/", inSrc],
  ["deep", ["src/deep/a.js"]],
  ["src/?.c", ["src/b.c"]],
  ["src/a.js?", ["src/a.jsx"]],
  ["src/a+js", []],
])("%s matches %j", (pattern, matching) => {
  expect(paths.filter((path) => matchesGlob(path, pattern))).toEqual(matching);
});
