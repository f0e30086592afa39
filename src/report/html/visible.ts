import { standIn } from "../stand-in.ts";
import { type Markup, markup } from "./markup.ts";

/** Text in which every character is visible, with its line breaks and columns kept. */
export function visible(text: string): Markup {
  return withGlyphs(text, invisible, "\n");
}

/** The same on one line, for a cause named in a sentence. */
export function visibleInline(text: string): Markup {
  return withGlyphs(text, invisible, "");
}

/** The text around a cause: its white space does not matter, but nothing may hide in it. */
export function visibleAround(text: string): Markup {
  return withGlyphs(text.replaceAll("\r\n", "\n"), shapeless, "\n");
}

/** Characters without a shape: controls, formats, lone surrogates, non-characters, Unicode's line ends. */
const shapeless = /((?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{NChar}\p{Zl}\p{Zp}])/u;

/** Those, and all white space except a single space between two words. */
const invisible = /([\p{Cc}\p{Cf}\p{Cs}\p{NChar}\p{Zl}\p{Zp}]|(?! )\p{Zs}|(?<![^ \n]) | (?![^ \n]))/u;

/** White space stays under its glyph, and glyphs cannot be selected (see `style`), so that copying gives the original text. */
function withGlyphs(text: string, hidden: RegExp, lineEnd: string): Markup {
  return markup`${text.split(hidden).map((part, i) => (i % 2 ? glyph(part, lineEnd) : part))}`;
}

/** Few fonts have pictures of control characters, so these are shown by name. */
function glyph(char: string, lineEnd: string): Markup {
  const picture = standIn(char);
  if (char === "\n") return markup`<i>${picture}</i>${lineEnd}`;
  if (char === " " || char === "\t") return markup`<span data-glyph="${picture}">${char}</span>`;
  return markup`<i data-name="${controls[char.charCodeAt(0)] ?? picture}">${picture}</i>`;
}

const controls = [
  ...["NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI"],
  ...["DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US"],
];
