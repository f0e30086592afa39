import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { xmlTree } from "../../src/syntax/xml.ts";
import { everyNode, leaveOut, textOf } from "./leave-out.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const without = (text: string, gone: string[]) => {
  const bytes = encode(text);
  return Buffer.from(leaveOut(bytes, xmlTree(bytes), (node) => gone.includes(textOf(bytes, node)))).toString();
};
const kindsOf = (text: string) => {
  const bytes = encode(text);
  const items = [...everyNode(xmlTree(bytes))].filter((node) => node.role === "item");
  return Object.fromEntries(items.map((node) => [textOf(bytes, node), node.kind]));
};

test("an element goes with the white space before it, an attribute too", () => {
  const text = '<r>\n  <a x="1" y="2"/>\n  <b>t</b>\n  <c/>\n</r>';
  expect(without(text, ["<b>t</b>"])).toBe('<r>\n  <a x="1" y="2"/>\n  <c/>\n</r>');
  expect(without(text, ["<c/>"])).toBe('<r>\n  <a x="1" y="2"/>\n  <b>t</b>\n</r>');
  expect(without(text, ['<a x="1" y="2"/>'])).toBe("<r>\n  <b>t</b>\n  <c/>\n</r>");
  expect(without(text, [' x="1"'])).toBe('<r>\n  <a y="2"/>\n  <b>t</b>\n  <c/>\n</r>');
  expect(without(text, [' x="1"', ' y="2"'])).toBe("<r>\n  <a/>\n  <b>t</b>\n  <c/>\n</r>");
});

test("the white space around text is not part of it", () => {
  expect(kindsOf("<r> a b <c/>\n d </r>")).toEqual({ "a b": "text", "<c/>": "element", d: "text" });
});

test("everything in a document has its kind", () => {
  const text =
    '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "<]>">]><!-- c --><r a="v">one&e;two<![CDATA[<x>]]><?p i?><s>t</s></r>';
  expect(kindsOf(text)).toEqual({
    '<?xml version="1.0"?>': "declaration",
    '<!DOCTYPE r [<!ENTITY e "<]>">]>': "doctype",
    '<!ENTITY e "<]>">': "declared",
    "<!-- c -->": "comment",
    ' a="v"': "attribute",
    one: "text",
    "&e;": "reference",
    two: "text",
    "<![CDATA[<x>]]>": "cdata",
    "<?p i?>": "instruction",
    "<s>t</s>": "element",
    t: "text",
  });
});

test("an attribute has its value without the quotes inside", () => {
  const bytes = encode("<r a = 'v w' b=x c d=''/>");
  const nodes = [...everyNode(xmlTree(bytes))];
  const values = nodes.filter((node) => node.kind === "value").map((node) => textOf(bytes, node));
  expect(values.sort()).toEqual(["", "v w", "x"]);
  expect(nodes.filter((node) => node.kind === "attribute")).toHaveLength(4);
});

test("an element may give way to an element inside it; the document's own one stays", () => {
  const root = xmlTree(encode("<!-- c --><r><a><b/></a></r>"));
  const [, r] = root.children;
  expect(r).toMatchObject({ kind: "element", role: "fixed" });
  expect([...r!.slot!]).toEqual(["element"]);
  const a = r!.children.find((node) => node.kind === "element")!;
  expect(a.role).toBe("item");
  expect(a.slot!.has("element") && a.slot!.has("text")).toBe(true);
});

test("the declaration of another encoding stays", () => {
  expect(xmlTree(encode('<?xml version="1.0" encoding="latin1"?><r/>')).children[0]!.role).toBe("fixed");
  expect(xmlTree(encode('<?xml version="1.0" encoding="UTF-8"?><r/>')).children[0]!.role).toBe("item");
});

test("tags that are not closed, or closed twice, cost only themselves", () => {
  const kinds = kindsOf("<r><p>a<br>b</p></q><i>c</r>");
  expect(kinds).toEqual({
    "<p>a<br>b</p>": "element",
    a: "text",
    "<br>": "element",
    b: "text",
    "</q>": "stray",
    "<i>": "element",
    c: "text",
  });
  expect(kindsOf("<r><a x='1><b/></r>")["<b/>"]).toBe("element");
  expect(kindsOf("<r>1 < 2 & 3 <!-- <b/></r>")["<b/>"]).toBe("element");
});

test("nested elements are nested nodes, however deep", () => {
  const depth = 200_000;
  let node = xmlTree(Buffer.from(`${"<a>".repeat(depth)}x${"</a>".repeat(depth)}`)).children[0]!;
  let deep = 1;
  for (; node.children[1]!.kind === "element"; deep++) node = node.children[1]!;
  expect(deep).toBe(depth);
});

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
