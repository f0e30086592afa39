import { formats } from "./detect.ts";
import { languages } from "./languages.ts";
import type { Node } from "./node.ts";
import { parserOf } from "./parser.ts";

/** What is known of the texts of a language. */
export interface LanguageSyntax {
  readonly parse: (bytes: Uint8Array) => Node;
  /** Undefined where nobody can tell. */
  readonly isWellFormed?: (bytes: Uint8Array) => boolean;
}

/** Undefined where nothing is known of a language. */
export async function syntaxOf(name: string): Promise<LanguageSyntax | undefined> {
  if (name === "text") return undefined;
  const language = languages.find((each) => each.name === name);
  const parser = language && (await parserOf(language));
  // The grammar of HTML takes start and end tags for things that may go one without the other.
  const format = formats.find((each) => each.name === (name === "html" ? "xml" : name));
  return format ? { ...parser, parse: format.parse } : parser;
}
