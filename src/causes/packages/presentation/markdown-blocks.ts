import { commandLine } from "../../../core/command-line.ts";
import type { CauseEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import { textOfEntry } from "../../../report/entry-text.ts";
import { count } from "../../../report/quantity.ts";
import { codeSpan, escapeMarkdown, fenced, sentenceMarkdown } from "../../../report/reporters/markdown.ts";
import { joinCodes, type Sentence, shareOf } from "../../../report/sentence.ts";
import { changeEntries } from "../../../report/terminal/change-entries.ts";
import { paint } from "../../../report/terminal/paint.ts";
import type { InsidePackage, PackagesFinding } from "../finding.ts";

/** Maximum number of characters of one diff: a comment has several, and 65,536 characters in all. */
const maxDiff = 8_000;

/** Maximum number of packages of one culprit: a search that was stopped early may have many left. */
const maxEntries = 20;

/** Maximum number of packages that are named because the culprit needs them. */
const maxNeeded = 3;

/** For a pull request: each upgrade that breaks the test, with the lines in it, and how to keep the others. */
export function markdownBlocks(finding: PackagesFinding): string[] {
  return [...culprits(finding), ...keepingOthers(finding)];
}

/** The chain that brings each and, with `--deeper`, the lines in it. */
function culprits({ cause, causes, deeper, furtherDeeper = [] }: PackagesFinding): string[] {
  const insides = [...(deeper ? [deeper] : []), ...furtherDeeper];
  return [cause, ...causes].flatMap((entries) => {
    const inside = insides.find(({ packages }) => entries.some((each) => packages.includes(each.package ?? "")));
    return [...upgrades(entries), ...(inside ? linesInside(inside) : [])];
  });
}

/** Only if that was seen to pass. */
function keepingOthers({ patches = [] }: PackagesFinding): string[] {
  const patch = patches.find(({ name, effect }) => name === "goodPatch" && effect === "passes");
  return patch ? [`To keep the other upgrades: ${codeSpan(`git apply ${commandLine([patch.file])}`)}`] : [];
}

function upgrades(entries: readonly CauseEntry[]): string[] {
  const [main, needed] = [entries.filter(({ context }) => !context), entries.filter(({ context }) => context)];
  const left = main.length - maxEntries;
  const lines = [
    ...main.slice(0, maxEntries).map(upgrade),
    ...(left > 0 ? [`- … and ${count(left)} more`] : []),
    ...(needed.length > 0 ? [`- ${sentenceMarkdown(["needed by the others: ", ...names(needed)])}`] : []),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function upgrade({ text = "", package: name = "" }: CauseEntry): string {
  // A name in code is shown as it is, and notifies nobody.
  const rest = text.startsWith(name) ? text.slice(name.length) : ` ${text}`;
  return `- ${codeSpan(name)}${escapeMarkdown(rest)}`;
}

function names(entries: readonly CauseEntry[]): Sentence {
  const left = entries.length - maxNeeded;
  const named = entries.slice(0, maxNeeded).map((entry) => textOfEntry(entry) || (entry.package ?? ""));
  return joinCodes(named, left > 0 ? [`${count(left)} more`] : []);
}

function linesInside({ packages, deltas, minimal, cause }: InsidePackage): string[] {
  const share = shareOf({ deltas, by: `changes in ${listText(packages)}` });
  const proof = minimal ? "confirmed, and proved minimal" : "not proved minimal";
  return [fenced(diffOf(cause), { language: "diff", max: maxDiff }), escapeMarkdown(`${share}; ${proof}.`)];
}

/** As the terminal shows them, with the marks of a diff in the first column. */
function diffOf(cause: InsidePackage["cause"]): string {
  const lines = changeEntries(cause, paint(false)).flatMap((entry) => entry.split("\n"));
  return lines.map((line) => (line.startsWith("    ") ? line.slice(4) : `@@ ${line.trim()} @@`)).join("\n");
}
