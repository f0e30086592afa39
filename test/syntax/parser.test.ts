import { describe, expect, test } from "vitest";
import { TextOutline } from "../../src/passes/outline.ts";
import { nodesOf } from "../../src/passes/syntax.ts";
import { languages } from "../../src/syntax/languages.ts";
import type { Node } from "../../src/syntax/node.ts";
import { parserOf } from "../../src/syntax/parser.ts";
import { disorder } from "./leave-out.ts";

async function parse(name: string, text: string | Uint8Array): Promise<Node> {
  const { parse } = await parserOf(languages.find((each) => each.name === name)!);
  return parse(typeof text === "string" ? Buffer.from(text) : text);
}

/** The texts of all nodes of a kind. */
async function texts(name: string, kind: string, bytes: Uint8Array): Promise<string[]> {
  const nodes = [...nodesOf(await parse(name, bytes))].filter((node) => node.kind === kind);
  return nodes.map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString("latin1"));
}

describe("places are bytes", () => {
  const cases: Record<string, [Uint8Array, string[]]> = {
    "behind a byte order mark": [Buffer.from('\ufeff{"a": 1, "b": 2}'), ["1", "2"]],
    "behind letters of two, three and four bytes": [Buffer.from('{"é": 1, "€": 2, "😀": 3}'), ["1", "2", "3"]],
    "behind bytes that are no UTF-8": [Buffer.from('{"\xff\xc3": 1, "\x80": 2}', "latin1"), ["1", "2"]],
    "in lines that end with CR LF": [Buffer.from('{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'), ["1", "2"]],
    "behind zero bytes": [Buffer.from('\0{"a":\0 1, "b": 2\0}\0'), ["1", "2"]],
  };
  test.each(Object.entries(cases))("%s", async (_, [bytes, numbers]) => {
    expect(await texts("json", "number", bytes)).toEqual(numbers);
    expect(disorder(await parse("json", bytes), bytes.length)).toBeUndefined();
  });

  test("and a zero byte is but a space", async () => {
    expect(await texts("c", "identifier", Buffer.from("int a;\0int\0b;\n"))).toEqual(["a", "b"]);
  });

  test("of names beyond ASCII too", async () => {
    const bytes = Buffer.from("größe = größe + naïve\n");
    const names = await texts("python", "identifier", bytes);
    expect(names.map((name) => Buffer.from(name, "latin1").toString())).toEqual(["größe", "größe", "naïve"]);
  });

  test("wherever the bytes lie in their buffer", async () => {
    const bytes = Buffer.from("xxxx[1, 2]yyyy").subarray(4, 10);
    expect(await texts("json", "number", bytes)).toEqual(["1", "2"]);
  });
});

describe("what is nested ten thousand deep does not overflow", () => {
  const cases: [language: string, opening: string, middle: string, closing: string][] = [
    ["json", "[", "1", "]"],
    ["json", '{"a":', "1", "}"],
    ["c", "{", ";", "}"],
    ["c", "(", "1", ")"],
    ["javascript", "[", "1", "]"],
    ["javascript", "f(", "1", ")"],
    ["html", "<b>", "text", "</b>"],
    ["python", "(", "1", ")"],
    ["python", "[", "", ""],
  ];
  test.each(cases)("%s %s", async (language, opening, middle, closing) => {
    const bytes = Buffer.from(opening.repeat(10_000) + middle + closing.repeat(10_000));
    const root = await parse(language, bytes);
    const outline = new TextOutline(root, bytes);
    expect(outline.leaving(outline.all)).toEqual([]);
  });
});

test("a row of more comments than a call takes arguments does not overflow", async () => {
  const bytes = Buffer.from("//\n".repeat(130_000));
  expect((await parse("javascript", bytes)).children.length).toBe(130_000);
});
