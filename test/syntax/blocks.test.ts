import { expect, test } from "vitest";
import { blockTree } from "../../src/syntax/blocks.ts";
import { everyNode, leaveOut, outline, textOf } from "./leave-out.ts";

const itemsOf = (text: string) => {
  const bytes = Buffer.from(text);
  return blockTree(bytes).children.map((node) => outline(bytes, node));
};
const without = (text: string, ...gone: string[]) => {
  const bytes = Buffer.from(text);
  return leaveOut(bytes, blockTree(bytes), (node) => gone.includes(textOf(bytes, node))).toString();
};

test("with braces, a statement ends at its brace or semicolon", () => {
  const text = "int f(int a, int b)\n{\n  return a;\n}\nint g() { x; if (y) { z; } else { w; } }\nf(1, 2);\n";
  expect(itemsOf(text)).toEqual([
    { "int f(int a, int b)\n{\n  return a;\n}": ["int a", "int b", "return a;"] },
    {
      "int g() { x; if (y) { z; } else { w; } }": [
        "x;",
        { "if (y) { z; } else { w; }": [{ "(y)": ["y"] }, "z;", "w;"] },
      ],
    },
    { "f(1, 2);": ["1", "2"] },
  ]);
  expect(without(text, "int a")).toContain("int f(int b)\n");
  expect(without(text, "x;")).toContain("int g() { if (y)");
  expect(without(text, "if (y) { z; } else { w; }", "f(1, 2);")).toMatch(/\nint g\(\) \{ x; \}\n$/);
});

test("statements on one line are told apart, words inside braces are not", () => {
  expect(itemsOf("function f(){a}function g(){b}if(x){y}else{z}")).toEqual([
    { "function f(){a}": ["a"] },
    { "function g(){b}": ["b"] },
    { "if(x){y}else{z}": ["x", "y", "z"] },
  ]);
  expect(itemsOf(`import { a } from b\necho $\{x}s`)).toHaveLength(2);
});

test("without braces, what stands deeper belongs to the line above", () => {
  const text = "def f(a):\n    if a:\n        b\n    else:\n        c\n\n    d\ne\n";
  expect(itemsOf(text)).toEqual([
    {
      "def f(a):\n    if a:\n        b\n    else:\n        c\n\n    d": [
        "a",
        { "if a:\n        b\n    else:\n        c": ["b", { "else:\n        c": ["c"] }] },
        "d",
      ],
    },
    "e",
  ]);
  expect(without(text, "else:\n        c", "e")).toBe("def f(a):\n    if a:\n        b\n\n    d\n");
});

test("each branch of a choice is an item of the whole", () => {
  expect(itemsOf("if a:\n  b\nelif c:\n  d\nelse:\n  e\n")).toEqual([
    { "if a:\n  b\nelif c:\n  d\nelse:\n  e": ["b", { "elif c:\n  d": ["d"] }, { "else:\n  e": ["e"] }] },
  ]);
});

test("an end belongs to what it ends and stays as long as that", () => {
  const text = "if x\n  y\n  z\nend\nw\n";
  expect(itemsOf(text)).toEqual([{ "if x\n  y\n  z\nend": ["y", "z"] }, "w"]);
  expect(without(text, "y", "z")).toBe("if x\n  \nend\nw\n");
});

test("objects and lists are split at their commas, over lines too", () => {
  const text = '{\n  "a": [1, 2],\n  "b": "c, d"\n}\n';
  expect(without(text, '"a": [1, 2]')).toBe('{\n  "b": "c, d"\n}\n');
  expect(without(text, '"b": "c, d"')).toBe('{\n  "a": [1, 2]\n}\n');
  expect(without(text, "2")).toContain("[1],");
});

test("paragraphs hold their lines", () => {
  expect(itemsOf("a\nb\n\nc\nd\n")).toEqual([{ "a\nb": ["a", "b"] }, { "c\nd": ["c", "d"] }]);
});

test("brackets without partner, smileys and apostrophes do not swallow what follows", () => {
  expect(itemsOf("a ( b\nc :) don't\nd { ( [ }\ne ] f('(')\ng {\nh\n")).toHaveLength(5);
  expect(itemsOf("don't (a) can't")).toEqual([{ "don't (a) can't": [{ "(a)": ["a"] }] }]);
  expect(itemsOf("f() {\n  a(;\n  b);\n}\ng()\n")).toHaveLength(2);
  expect(itemsOf("x = ( {\n ) \n}\n)\ny\n")).toHaveLength(2);
});

test("nested brackets are nested nodes, however deep", () => {
  const depth = 100_000;
  const tree = blockTree(Buffer.from(`${"(".repeat(depth)}x${")".repeat(depth)}`));
  expect([...everyNode(tree)].filter((node) => node.kind === "parentheses")).toHaveLength(depth);
});
