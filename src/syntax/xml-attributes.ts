import { doubleQuote, equals, greater, less, singleQuote } from "./bytes.ts";
import type { Node } from "./node.ts";
import { endOfName, endsName, isXmlSpace, skipXmlSpace } from "./xml-names.ts";

/** The attributes of a tag, from behind its name; the white space before each of them belongs to it. */
export function attributesAt(bytes: Uint8Array, from: number): readonly Node[] {
  const attributes: Node[] = [];
  for (let end = attributeEnd(bytes, from); end > from; end = attributeEnd(bytes, from)) {
    attributes.push({ start: from, end, kind: "attribute", role: "item", children: valueIn(bytes, from, end) });
    from = end;
  }
  return attributes;
}

/** The end of the attribute that begins here with white space; the place itself where there is none. */
function attributeEnd(bytes: Uint8Array, from: number): number {
  const start = skipXmlSpace(bytes, from);
  if (endsName(bytes[start]) && bytes[start] !== equals) return from;
  const nameEnd = bytes[start] === equals ? start : endOfName(bytes, start);
  const sign = skipXmlSpace(bytes, nameEnd);
  if (bytes[sign] !== equals) return nameEnd;
  return valueEnd(bytes, skipXmlSpace(bytes, sign + 1));
}

/** No `<` stands in a value, so a quote that nothing closes ends at the next tag. */
function valueEnd(bytes: Uint8Array, start: number): number {
  const quote = bytes[start];
  const quoted = isQuote(quote);
  let at = quoted ? start + 1 : start;
  for (; at < bytes.length && bytes[at] !== less; at++) {
    if (quoted ? bytes[at] === quote : isXmlSpace(bytes[at]!) || bytes[at] === greater) break;
  }
  return quoted && bytes[at] === quote ? at + 1 : at;
}

/** The value of an attribute, without its quotes; an attribute without `=` has none. */
function valueIn(bytes: Uint8Array, start: number, end: number): readonly Node[] {
  let sign = start;
  while (sign < end && bytes[sign] !== equals) sign++;
  if (sign === end) return none;
  let from = skipXmlSpace(bytes, sign + 1);
  let to = end;
  const quote = bytes[from];
  if (isQuote(quote)) {
    from++;
    if (to > from && bytes[to - 1] === quote) to--;
  }
  return [{ start: Math.min(from, to), end: to, kind: "value", role: "fixed", children: none }];
}

const none: readonly Node[] = [];

function isQuote(byte: number | undefined): boolean {
  return byte === doubleQuote || byte === singleQuote;
}
