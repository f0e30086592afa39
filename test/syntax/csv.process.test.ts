import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvTree } from "../../src/syntax/csv.ts";
import { everyNode, leaveOut, textOf } from "./leave-out.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const field = fc.constantFrom("", "a", "1.5", "two words", '"q"', '"a,b"', '"a\nb"', '"say ""x"""', 'in"side', "ä");
const table = fc
  .tuple(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([rows, windows]) => rows.map((row) => row.join(",")).join(windows ? "\r\n" : "\n"));

test("a table keeps exactly the fields that are not left out, as Python reads them", () => {
  const cases = fc.sample(fc.tuple(table, fc.infiniteStream(fc.boolean())), 400).map(([text, dice]) => {
    const bytes = encode(text);
    const tree = csvTree(bytes);
    const gone = new Set([...everyNode(tree)].filter((node) => node.role === "item" && dice.next().value));
    const rows = tree.children.filter((row) => !gone.has(row));
    const kept = rows.map((row) => row.children.filter((node) => node.role === "item" && !gone.has(node)));
    return {
      rest: Buffer.from(leaveOut(bytes, tree, (node) => gone.has(node))).toString(),
      kept: kept.map((fields) => fields.map((each) => textOf(bytes, each))).filter((row) => row.join("") !== ""),
    };
  });
  const read = pythonRows(cases.map(({ rest }) => rest));
  const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
  cases.forEach(({ kept }, i) => {
    expect(read[i]!.filter((row) => row.join("") !== "")).toEqual(kept.map((row) => row.map(unquoted)));
  });
});

function pythonRows(tables: string[]): string[][][] {
  const script = `
import csv, io, json, sys
print(json.dumps([list(csv.reader(io.StringIO(text, newline=""), strict=True)) for text in json.load(sys.stdin)]))`;
  return JSON.parse(execFileSync("python3", ["-c", script], { input: JSON.stringify(tables), encoding: "utf8" }));
}
