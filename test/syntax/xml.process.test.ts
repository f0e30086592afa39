import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { xmlTree } from "../../src/syntax/xml.ts";
import { everyNode, leaveOut } from "./leave-out.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const name = fc.constantFrom("a", "b", "long-name", "x.y");
const words = fc.constantFrom(" ", "\n  ", "text", " some words ", "&amp;", "&#228;", "ä", ">", "'", '"');
const other = fc.constantFrom("<!-- - <a> -->", "<![CDATA[ <b> ]] ]]>", "<?do it?>", "<e/>", "<e />");
const attributes = fc
  .uniqueArray(fc.constantFrom("p", "q", "r"), { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((each) => fc.constantFrom(` ${each}="1"`, `\n ${each} = 'a > "b"'`))))
  .map((all) => all.join(""));
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(name, attributes, fc.array(fc.oneof({ maxDepth: 4 }, words, other, tie("element")), { maxLength: 6 }))
    .map(([tag, list, inside]) => `<${tag}${list}>${inside.join("")}</${tag} >`),
}));
const misc = fc.constantFrom("", "<!-- c -->\n", "<?p?>");
const document = fc
  .tuple(
    fc.constantFrom("", '<?xml version="1.0" encoding="utf-8"?>\n'),
    misc,
    fc.constantFrom("", "<!DOCTYPE a>", "<!DOCTYPE a [\n<!ELEMENT a ANY> <!-- ]> --> <!ATTLIST a p CDATA '>'>\n]>"),
    element,
    misc,
  )
  .map((parts) => parts.join(""));

test("a well-formed document stays so, whatever is left out of it", () => {
  const cases = fc.sample(fc.tuple(document, fc.infiniteStream(fc.boolean())), 400).map(([text, dice]) => {
    const bytes = encode(text);
    const all = xmlTree(bytes);
    const gone = new Set([...everyNode(all)].filter((node) => node.role === "item" && dice.next().value));
    return [text, Buffer.from(leaveOut(bytes, all, (node) => gone.has(node))).toString()];
  });
  expect(malformed(cases.map(([text]) => text!))).toEqual([]);
  expect(malformed(cases.map(([, rest]) => rest!))).toEqual([]);
  const shorter = cases.filter(([text, rest]) => rest!.length < text!.length);
  expect(shorter.length).toBeGreaterThan(cases.length / 2);
});

function malformed(documents: string[]): string[] {
  const script = `
import json, sys, xml.etree.ElementTree as tree
def bad(text):
    try: tree.fromstring(text.encode())
    except Exception: return True
print(json.dumps([text for text in json.load(sys.stdin) if bad(text)]))`;
  return JSON.parse(execFileSync("python3", ["-c", script], { input: JSON.stringify(documents), encoding: "utf8" }));
}
