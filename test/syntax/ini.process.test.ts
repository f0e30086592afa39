import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { iniTree } from "../../src/syntax/ini.ts";
import { everyNode, leaveOut, textOf } from "./leave-out.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const indent = fc.constantFrom("", "", "  ");
const line = fc.constantFrom("# note\n", "; note\n", "\n", "", "");
const entry = fc
  .tuple(line, indent, fc.constantFrom("=", ": ", " = "), fc.array(fc.constantFrom("v", "two words", "a:b", "[x]")))
  .map(([before, depth, sign, lines]) => ({ before, depth, text: sign + lines.join(`\n${depth}   `) }));
const section = fc.array(entry, { maxLength: 4 });
const settings = fc.array(section, { maxLength: 4 }).map((sections) =>
  sections
    .map((entries, s) => {
      // Python takes deeper entries for lines of the one before.
      const depth = entries[0]?.depth ?? "";
      const lines = entries.map(({ before, text, depth: own }, e) => {
        return `${before}${depth}key${e}${own === depth ? text : text.replaceAll(`\n${own}`, `\n${depth}`)}`;
      });
      return [`[s${s}]`, ...lines].join("\n");
    })
    .join("\n"),
);

test("settings stay readable to Python, and keep exactly the sections and keys that are not left out", () => {
  const cases = fc.sample(fc.tuple(settings, fc.infiniteStream(fc.boolean())), 400).map(([text, dice]) => {
    const bytes = encode(text);
    const tree = iniTree(bytes);
    const gone = new Set([...everyNode(tree)].filter((node) => node.role === "item" && dice.next().value));
    const kept = [...everyNode(tree, (node) => gone.has(node))];
    return {
      text,
      rest: Buffer.from(leaveOut(bytes, tree, (node) => gone.has(node))).toString(),
      keys: kept.filter((node) => node.kind === "key" || node.kind === "header").map((node) => textOf(bytes, node)),
    };
  });
  expect(pythonKeys(cases.map(({ text }) => text)).flat().length).toBeGreaterThan(400);
  const read = pythonKeys(cases.map(({ rest }) => rest));
  cases.forEach(({ rest, keys }, i) => {
    expect(read[i], rest).toEqual(keys.sort());
  });
});

function pythonKeys(documents: string[]): string[][] {
  const script = `
import configparser, json, sys
def keys(text):
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return sorted(key for name in parser.sections() for key in ["[" + name + "]", *parser[name]])
print(json.dumps([keys(text) for text in json.load(sys.stdin)]))`;
  return JSON.parse(execFileSync("python3", ["-c", script], { input: JSON.stringify(documents), encoding: "utf8" }));
}
