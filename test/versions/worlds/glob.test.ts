import { expect, test } from "vitest";
import { matchesGlob } from "../../../src/versions/worlds/glob.ts";

test.each([
  ["a name means it in any folder", "*.test.js", ["a.test.js", "src/deep/b.test.js"], ["a.js", "a.test.jsx"]],
  ["a path begins at the root", "src/*.js", ["src/a.js"], ["src/b/a.js", "lib/src/a.js"]],
  ["** is any number of folders", "src/**/a.js", ["src/a.js", "src/b/c/a.js"], ["src/xa.js", "a.js"]],
  ["** at the end is everything below", "src/**", ["src/a", "src/b/c"], ["srcs/a"]],
  ["? is one character of a name", "a?.js", ["ab.js", "x/ab.js"], ["a.js", "abc.js", "a/.js"]],
  ["a folder is all that is in it", "test", ["test/a.js", "x/test/b/c.js", "test"], ["tests/a.js", "atest"]],
  ["… with a slash behind it, too", "test/", ["test/a.js"], ["tests/a.js"]],
  ["./ is the root", "./src/a.js", ["src/a.js"], ["x/src/a.js"]],
  ["other characters are themselves", "a+(b).[c]^$|{1}", ["a+(b).[c]^$|{1}"], ["aab.c", "a+(b)x[c]^$|{1}"]],
])("%s: %s", (_, pattern, matching, others) => {
  expect([...matching, ...others].filter((path) => matchesGlob(path, pattern))).toEqual(matching);
});
