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
