import { expect, test } from "vitest";
import { csvColumns, csvTree } from "../../src/syntax/csv.ts";
import { leaveOut, textOf } from "./leave-out.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const rowsOf = (text: string) => {
  const bytes = encode(text);
  return csvTree(bytes).children.map((row) =>
    row.children.filter((node) => node.role === "item").map((field) => textOf(bytes, field)),
  );
};
const withoutColumns = (text: string, ...columns: number[]) => {
  let [rest, at] = ["", 0];
  for (const [start, end] of csvColumns(encode(text)).without(new Set(columns))) {
    rest += text.slice(at, start);
    at = end;
  }
  return rest + text.slice(at);
};

test("fields may hold delimiters, line ends and doubled quotes in quotes", () => {
  expect(rowsOf('a,"b,""c""\r\nd",\r\n,e\n')).toEqual([
    ["a", '"b,""c""\r\nd"', ""],
    ["", "e"],
  ]);
});

test("delimiters are the separators of the fields", () => {
  const [row] = csvTree(encode("a;;b")).children;
  const found = row!.children.map(({ role, start, end }) => [role, start, end]);
  expect(found).toEqual([
    ["item", 0, 1],
    ["separator", 1, 2],
    ["item", 2, 2],
    ["separator", 2, 3],
    ["item", 3, 4],
  ]);
});

test("the delimiter is the one that gives even rows", () => {
  expect(rowsOf("a;1,5;x\nb;2,25;y")[0]).toEqual(["a", "1,5", "x"]);
  expect(rowsOf("a\tb, c\td\ne\tf\tg")[0]).toEqual(["a", "b, c", "d"]);
  expect(rowsOf("a|b\nc|d")[0]).toEqual(["a", "b"]);
  expect(rowsOf("a\nb")).toEqual([["a"], ["b"]]);
});

test("rows go with a line end and fields with a delimiter, empty ones too", () => {
  const bytes = encode("a,,c\n\nd,e\n");
  const tree = csvTree(bytes);
  const without = (...gone: unknown[]) => Buffer.from(leaveOut(bytes, tree, (node) => gone.includes(node))).toString();
  const [first, empty, last] = tree.children;
  expect(without(first)).toBe("\nd,e\n");
  expect(without(empty)).toBe("a,,c\nd,e\n");
  expect(without(last)).toBe("a,,c\n\n");
  const fields = first!.children.filter((node) => node.role === "item");
  expect(without(fields[1])).toBe("a,c\n\nd,e\n");
  expect(without(fields[0], fields[1])).toBe("c\n\nd,e\n");
});

test("a quote that nothing closes ends with its line", () => {
  expect(rowsOf('a,"b\nc,d')).toEqual([
    ["a", '"b'],
    ["c", "d"],
  ]);
});

test("columns are left out of every row that has them", () => {
  const text = 'a,b,c\n1,"2,\n",3\n\nx,y\n';
  expect(csvColumns(encode(text)).count).toBe(3);
  expect(withoutColumns(text, 0)).toBe('b,c\n"2,\n",3\n\ny\n');
  expect(withoutColumns(text, 1)).toBe("a,c\n1,3\n\nx\n");
  expect(withoutColumns(text, 1, 2)).toBe("a\n1\n\nx\n");
  expect(withoutColumns(text, 0, 2)).toBe('b\n"2,\n"\n\ny\n');
  expect(withoutColumns(text, 0, 1, 2)).toBe("\n\n\n\n");
});
