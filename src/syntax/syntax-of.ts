import { formats } from "./detect.ts";
import { languages } from "./languages.ts";
import { type Parser, parserOf } from "./parser.ts";
import { xmlTree } from "./xml.ts";

/** What is known of the texts of a language: how to parse them, and more where we have its grammar. */
export type LanguageSyntax = Pick<Parser, "parse"> & Partial<Parser>;

/** The syntax of a language or format, by the name that `--language` takes. */
export async function syntaxOf(name: string): Promise<LanguageSyntax> {
  const language = languages.find((each) => each.name === name);
  if (!language) return formats.find((each) => each.name === name)!;
  const parser = await parserOf(language);
  // The grammar of HTML takes start and end tags for things that may go one without the other.
  if (name !== "html") return parser;
  const { parseInSteps: _, ...others } = parser;
  return { ...others, parse: xmlTree };
}
