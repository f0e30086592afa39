import {
  ampersand,
  closingSquare,
  doubleQuote,
  exclamation,
  greater,
  less,
  openingSquare,
  question,
  singleQuote,
  slash,
} from "./bytes.ts";
import type { Node } from "./node.ts";
import { attributesAt } from "./xml-attributes.ts";
import { endOfName, endsName, isXmlSpace, referenceEnd, skipXmlSpace, startsName } from "./xml-names.ts";

/**
 * XML as a tree: elements with their attributes and content. An element is made when its end tag is met, from what has
 * been read since its start tag; a start tag that nothing closes stays behind as an element of its own, and what follows
 * it stands beside it. So `<br>` in HTML, a missing end tag or a text cut off in the middle cost only what they touch.
 *
 * White space around text and elements belongs to neither. The white space before an attribute belongs to the attribute.
 */
export function xmlTree(bytes: Uint8Array): Node {
  const reader = new Reader(bytes);
  reader.read();
  return { start: 0, end: bytes.length, kind: "document", role: "fixed", children: documentOf(reader.finished) };
}

/** What may stand inside an element, in place of each other. */
const content: ReadonlySet<string> = new Set(["element", "text", "comment", "cdata", "instruction", "reference"]);
const beforeRoot: ReadonlySet<string> = new Set(["comment", "instruction"]);
const root: ReadonlySet<string> = new Set(["element"]);
const none: readonly Node[] = [];

/** A document has one element, which must stay; where there are several the text is a fragment, and any may go. */
function documentOf(nodes: Node[]): Node[] {
  if (nodes.filter((node) => node.kind === "element").length !== 1) return nodes;
  return nodes.map((node) => {
    if (node.kind === "element") return { ...node, role: "fixed", slot: root };
    return beforeRoot.has(node.kind) ? { ...node, slot: beforeRoot } : node;
  });
}

/** A start tag whose end tag has not come yet, or a document type whose `]>` has not. */
interface Open {
  readonly name: string;
  /** Its place among the finished nodes; its content comes behind it. */
  readonly place: number;
}

class Reader {
  readonly finished: Node[] = [];
  readonly #bytes: Uint8Array;
  readonly #open: Open[] = [];
  /** How many of the open ones have this name, so that a stray end tag is known without looking through them all. */
  readonly #openNamed = new Map<string, number>();
  /** The ends that do not come any more: looking for each again would take a search through the rest of the text. */
  readonly #absent = new Set<string>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(): void {
    const bytes = this.#bytes;
    let textStart = 0;
    let at = 0;
    while (at < bytes.length) {
      const byte = bytes[at]!;
      const special = byte === less || byte === ampersand || (byte === closingSquare && this.#inDoctype);
      const next = special ? this.#markup(at, textStart) : at;
      if (next === at) at++;
      else at = textStart = next;
    }
    this.#text(textStart, at);
  }

  get #inDoctype(): boolean {
    return this.#open.at(-1)?.name === doctypeName;
  }

  get #slot(): ReadonlySet<string> {
    return this.#inDoctype ? beforeRoot : content;
  }

  /** Reads what is at a place and gives its end: the place itself where it is but text. */
  #markup(at: number, textStart: number): number {
    const bytes = this.#bytes;
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === ampersand) return this.#leaf("reference", textStart, at, referenceEnd(bytes, at));
    if (bytes[at] === closingSquare) return this.#doctypeEnd(at, textStart);
    if (next === question) return this.#instruction(at, textStart);
    if (startsWith(bytes, at, "<!--")) return this.#leaf("comment", textStart, at, this.#endAfter("-->", at + 4));
    if (startsWith(bytes, at, "<![CDATA[")) return this.#leaf("cdata", textStart, at, this.#endAfter("]]>", at + 9));
    if (next === exclamation) return this.#declaration(at, textStart);
    if (next === slash && endsName(bytes[at + 2]) === false) return this.#endTag(at, textStart);
    return startsName(next) ? this.#startTag(at, textStart) : at;
  }

  #text(from: number, to: number): void {
    while (from < to && isXmlSpace(this.#bytes[from]!)) from++;
    while (to > from && isXmlSpace(this.#bytes[to - 1]!)) to--;
    if (from < to) this.finished.push(item("text", from, to, none, this.#slot));
  }

  #leaf(kind: string, textStart: number, start: number, end: number): number {
    if (end <= start) return start;
    this.#text(textStart, start);
    this.finished.push(item(kind, start, end, none, this.#slot));
    return end;
  }

  #instruction(at: number, textStart: number): number {
    const end = this.#endAfter("?>", at + 2);
    if (end <= at || !startsWith(this.#bytes, at, "<?xml") || !isXmlSpace(this.#bytes[at + 5]!)) {
      return this.#leaf("instruction", textStart, at, end);
    }
    this.#text(textStart, at);
    const declaration = stringOf(this.#bytes, at, end);
    // Without its declaration, a text in another encoding than UTF-8 cannot be read.
    const role = /encoding\s*=\s*["'](?!utf-?8)/i.test(declaration) ? "fixed" : "item";
    this.finished.push({ start: at, end, kind: "declaration", role, children: none });
    return end;
  }

  /** `<!DOCTYPE …>`, with its `[…]` left open for what is declared in there, and `<!ENTITY …>` and the like. */
  #declaration(start: number, textStart: number): number {
    const bytes = this.#bytes;
    this.#text(textStart, start);
    const doctype = startsWith(bytes, start, "<!DOCTYPE") || startsWith(bytes, start, "<!doctype");
    let at = start + 2;
    for (; at < bytes.length && bytes[at] !== less; at++) {
      const byte = bytes[at]!;
      if (byte === greater) break;
      if (doctype && byte === openingSquare) {
        this.#opened(doctypeName);
        this.finished.push(item("doctype", start, at + 1));
        return at + 1;
      }
      if (byte === doubleQuote || byte === singleQuote) at = Math.max(at, this.#closingQuote(at));
    }
    const end = bytes[at] === greater ? at + 1 : at;
    this.finished.push(item(doctype ? "doctype" : "declared", start, end));
    return end;
  }

  #closingQuote(at: number): number {
    return this.#endAfter(this.#bytes[at] === doubleQuote ? '"' : "'", at + 1) - 1;
  }

  #doctypeEnd(at: number, textStart: number): number {
    const bytes = this.#bytes;
    const end = skipXmlSpace(bytes, at + 1);
    if (bytes[end] !== greater) return at;
    this.#text(textStart, at);
    this.#close(doctypeName, fixed("tag", at, end + 1));
    return end + 1;
  }

  #startTag(start: number, textStart: number): number {
    const bytes = this.#bytes;
    this.#text(textStart, start);
    const nameEnd = endOfName(bytes, start + 1);
    const attributes = attributesAt(bytes, nameEnd);
    const at = attributes.at(-1)?.end ?? nameEnd;
    const close = skipXmlSpace(bytes, at);
    const empty = bytes[close] === slash;
    const end = bytes[empty ? close + 1 : close] === greater ? close + (empty ? 2 : 1) : close + (empty ? 1 : 0);
    const children =
      attributes.length === 0
        ? [fixed("tag", start, end)]
        : [fixed("tag", start, nameEnd), ...attributes, ...(at < end ? [fixed("tag", at, end)] : [])];
    if (!empty) this.#opened(stringOf(bytes, start + 1, nameEnd));
    this.finished.push(item("element", start, end, children, content));
    return end;
  }

  #endTag(start: number, textStart: number): number {
    const bytes = this.#bytes;
    this.#text(textStart, start);
    const nameEnd = endOfName(bytes, start + 2);
    const close = skipXmlSpace(bytes, nameEnd);
    const end = bytes[close] === greater ? close + 1 : nameEnd;
    const name = stringOf(bytes, start + 2, nameEnd);
    if (this.#openNamed.get(name)) this.#close(name, fixed("tag", start, end));
    else this.finished.push(item("stray", start, end));
    return end;
  }

  #opened(name: string): void {
    this.#open.push({ name, place: this.finished.length });
    this.#openNamed.set(name, (this.#openNamed.get(name) ?? 0) + 1);
  }

  /** Puts what came since the last start tag of this name into it; start tags in between were never closed. */
  #close(name: string, tag: Node): void {
    let open = this.#open.pop();
    while (open && open.name !== name) {
      this.#openNamed.set(open.name, this.#openNamed.get(open.name)! - 1);
      open = this.#open.pop();
    }
    if (!open) return;
    this.#openNamed.set(name, this.#openNamed.get(name)! - 1);
    const inside = this.finished.splice(open.place + 1);
    const begun = this.finished[open.place]!;
    const opening = begun.children.length > 0 ? begun.children : [fixed("tag", begun.start, begun.end)];
    this.finished[open.place] = { ...begun, end: tag.end, children: [...opening, ...inside, tag] };
  }

  /** Behind the next such text, or -1 where there is none. */
  #endAfter(text: string, from: number): number {
    if (this.#absent.has(text)) return -1;
    for (let at = this.#bytes.indexOf(text.charCodeAt(0), from); at !== -1; ) {
      if (startsWith(this.#bytes, at, text)) return at + text.length;
      at = this.#bytes.indexOf(text.charCodeAt(0), at + 1);
    }
    this.#absent.add(text);
    return -1;
  }
}

/** No element has this name. */
const doctypeName = "!";

function item(kind: string, start: number, end: number, children = none, slot?: ReadonlySet<string>): Node {
  return { start, end, kind, role: "item", children, slot };
}

function fixed(kind: string, start: number, end: number): Node {
  return { start, end, kind, role: "fixed", children: none, slot: undefined };
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** One character for each byte: names are only compared. */
function stringOf(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}
