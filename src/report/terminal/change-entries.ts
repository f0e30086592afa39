import type { CauseEntry } from "../../core/finding.ts";
import { count } from "../quantity.ts";
import { onOneLine } from "./one-line.ts";
import type { Paint } from "./paint.ts";

const maxEntries = 20;
const maxLines = 12;

/** Changes of code and upgrades of packages, one by one; a long list ends with the number left out. */
export function changeEntries(entries: readonly CauseEntry[], paint: Paint): string[] {
  const shown = entries
    .slice(0, maxEntries)
    .map((entry) => (entry.package === undefined ? codeChange : upgrade)(entry, paint));
  const left = entries.length - maxEntries;
  return left > 0 ? [...shown, paint.dim(`  … and ${count(left)} more`)] : shown;
}

function upgrade({ text = "", context }: CauseEntry, { dim }: Paint): string {
  return `  ${onOneLine(text)}${context ? dim("  needed by the others") : ""}`;
}

/** A change as `diff` shows it, and the commit that introduced it. */
function codeChange(entry: CauseEntry, { dim, green, red }: Paint): string {
  const { file, line, change, context, commit, author, date, subject, old = "", text = "" } = entry;
  const place = `  ${file ?? ""}${line === undefined ? "" : `:${line}`}`;
  const isOfFile = change === "renamed" || change === "mode";
  const what = isOfFile ? `${change}: ${old} → ${entry.new}` : (change ?? "");
  const by = commit === undefined ? "" : `${commit.slice(0, 10)} ${author}, ${date}: ${subject}`;
  const head = [what, context ? "needed by the others" : "", by].filter((part) => part !== "").join("; ");
  const diff = isOfFile ? [] : [...diffLines(old, "-").map(green), ...diffLines(text, "+").map(red)];
  return [dim(`${place}${head === "" ? "" : `  ${onOneLine(head)}`}`), ...diff].join("\n");
}

function diffLines(text: string, sign: string): string[] {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const shown = lines.slice(0, maxLines).map((line) => `    ${sign} ${onOneLine(line)}`);
  return lines.length > maxLines ? [...shown, `    ${sign} …`] : shown;
}
