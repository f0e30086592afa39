import { reporters } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { listText } from "../../core/list-text.ts";
import { UserError } from "../../core/user-error.ts";

export type Reporter = (typeof reporters)[number];

/** How the finding is to be printed; undefined: as text. */
export function readReporter(words: Words): Reporter | undefined {
  const name = words.value("reporter");
  if (words.has("markdown")) {
    const other = words.has("json")
      ? "json"
      : name === undefined || name === "markdown"
        ? undefined
        : `reporter ${name}`;
    if (other !== undefined) throw new UserError(`--markdown and --${other} exclude each other: use one of them.`);
    return "markdown";
  }
  if (name === undefined) return words.has("json") ? "json" : undefined;
  const reporter = reporters.find((each) => each === name);
  if (!reporter) throw new UserError(`--reporter is one of ${listText(reporters)}, not "${name}".`);
  if (words.has("json") && reporter !== "json")
    throw new UserError(`--json and --reporter ${reporter} exclude each other.`);
  return reporter;
}
