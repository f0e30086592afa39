import type { CauseEntry, Excerpt, Finding, Story } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { oldTextOfEntry, textOfEntry } from "../entry-text.ts";
import { withStandIns } from "../stand-in.ts";
import { onOneLine } from "./one-line.ts";
import type { Paint } from "./paint.ts";
import { unified } from "./unified.ts";

/** The cause in the user's own text, or as a diff of the two halves of a pair. */
export function causeInContext({ excerpts, comparison, finding }: Story, paint: Paint): string {
  if (finding.cause.length === 0) return "";
  if (comparison) return `${paint.dim(`  ${places(finding)}`)}\n${unified(comparison, paint)}`;
  const removed = finding.cause.filter(({ old, variable }) => old !== undefined || variable !== undefined);
  return [
    ...excerpts.map((excerpt) => excerptLine(excerpt, paint)),
    ...removed.map((entry) => replacement(entry, paint)),
  ].join("\n");
}

const maxPlaces = 3;

/** The places of the cause in the user's own input. */
function places({ cause }: Finding): string {
  const distinct = new Set(cause.map(({ file, line }) => `${file ?? ""}:${line ?? ""}`));
  return listText([...distinct], { max: maxPlaces });
}

function excerptLine({ file, line, pieces }: Excerpt, { dim, marked }: Paint): string {
  const text = pieces.map((piece) => (piece.cause ? marked(onOneLine(piece.text)) : around(piece.text)));
  return `${dim(`  ${file ?? ""}:${line ?? ""}  `)}${text.join("")}`;
}

/** The text around a cause: its line end does not matter. */
function around(text: string): string {
  return withStandIns(text.replace(/\r?\n$/, "")).replaceAll("\n", "↵");
}

function replacement(entry: CauseEntry, { dim, green, red }: Paint): string {
  const { file, line } = entry;
  const old = green(onOneLine(oldTextOfEntry(entry)));
  const now = red(onOneLine(entry.old !== undefined && entry.new === undefined ? "" : textOfEntry(entry)));
  const what = now === "" ? `lacks ${old}` : old === "" ? `also has ${now}` : `has ${now} instead of ${old}`;
  return `${dim(`  ${[file, line].join(":")}  `)}the failing one ${what}`;
}
