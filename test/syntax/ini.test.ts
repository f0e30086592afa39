import { expect, test } from "vitest";
import { iniTree } from "../../src/syntax/ini.ts";
import { leaveOut, outline, textOf } from "./leave-out.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const without = (text: string, ...gone: string[]) => {
  const bytes = encode(text);
  return Buffer.from(leaveOut(bytes, iniTree(bytes), (node) => gone.includes(textOf(bytes, node)))).toString();
};
const itemsOf = (text: string) => {
  const bytes = encode(text);
  return iniTree(bytes).children.map((node) => outline(bytes, node));
};

test("sections hold entries and comments, entries hold values", () => {
  expect(itemsOf("top=1\n\n[a]\n; note\nx = y z\nflag\n\n[b]\r\nk: v\r\n")).toEqual([
    { "top=1": ["1"] },
    { "[a]\n; note\nx = y z\nflag": ["; note", { "x = y z": ["y z"] }, "flag"] },
    { "[b]\r\nk: v": [{ "k: v": ["v"] }] },
  ]);
});

test("sections, entries and values are left out tidily", () => {
  const text = "[a]\n\tx = 1\n\ty = 2\n\n[b]\nz\n";
  expect(without(text, "\tx = 1")).toBe("[a]\n\ty = 2\n\n[b]\nz\n");
  expect(without(text, "\ty = 2")).toBe("[a]\n\tx = 1\n\n[b]\nz\n");
  expect(without(text, "[a]\n\tx = 1\n\ty = 2")).toBe("[b]\nz\n");
  expect(without(text, "[b]\nz")).toBe("[a]\n\tx = 1\n\ty = 2\n");
  expect(without(text, "1")).toBe("[a]\n\tx = \n\ty = 2\n\n[b]\nz\n");
});

test("lines that go on belong to their entry, and are items of its value", () => {
  const deeper = "deps =\n  one\n  two\nnext = 1";
  expect(itemsOf(deeper)[0]).toEqual({ "deps =\n  one\n  two": [{ "one\n  two": ["one", "two"] }] });
  expect(without(deeper, "one")).toBe("deps =\n  two\nnext = 1");
  const joined = "run=a \\\n  b \\\n  c\nnext=C:\\\\\nlast";
  expect(itemsOf(joined)).toHaveLength(3);
  const value = iniTree(encode(joined)).children[0]!.children[1]!;
  expect(value.children.map((node) => node.role)).toEqual(["item", "separator", "item", "separator", "item"]);
  expect(without(joined, "c")).toBe("run=a \\\n  b\nnext=C:\\\\\nlast");
  expect(without(joined, "a")).toBe("run=b \\\n  c\nnext=C:\\\\\nlast");
  expect(without(joined, "b")).toBe("run=a \\\n  c\nnext=C:\\\\\nlast");
});

test("a backslash before a section, or entries as deep as each other, join nothing", () => {
  expect(itemsOf("dir=C:\\\n[b]\n")).toHaveLength(2);
  expect(itemsOf("  a=1\n  b=2\nc=3")).toHaveLength(3);
});
