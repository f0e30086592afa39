import { commandLine } from "../core/command-line.ts";
import type { CauseEntry, Excerpt, Finding, Story } from "../core/finding.ts";
import { chain } from "./chain.ts";
import { oldTextOfEntry, textOfEntry } from "./entry-text.ts";
import { headline } from "./headline.ts";
import { interleaving } from "./interleaving.ts";
import { isolating } from "./isolating.ts";
import type { Paint } from "./paint.ts";
import { count, counted, duration } from "./quantity.ts";
import { standIn, withStandIns } from "./stand-in.ts";
import { unified } from "./unified.ts";
import { wayBack } from "./way-back.ts";

/** A finding as a few lines for the terminal: the cause in its context, and what it took to find it. */
export function summary(story: Story, paint: Paint): string {
  const parts = [
    answer(story, paint),
    context(story, paint),
    commands(story.finding, paint),
    wayBack(story.finding, paint),
    chain(story.finding, paint),
    interleaving(story.finding, paint),
    furtherCauses(story.finding, paint),
    otherFailures(story.finding, paint),
    figures(story, paint),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function answer(story: Story, { bold, marked, yellow }: Paint): string {
  const { verdict, reason, run } = story.finding;
  const words = headline(story).map((part) => (typeof part === "string" ? bold(part) : marked(onOneLine(part.code))));
  const lines = [`${words.join("")}.`];
  if (reason !== undefined) lines.push(yellow(reason));
  if (verdict === "exhausted") lines.push(yellow(`The budget ended first; go on with: culprit resume ${run}`));
  if (verdict === "interrupted") lines.push(yellow(`It was stopped; go on with: culprit resume ${run}`));
  return lines.join("\n");
}

function context({ excerpts, comparison, finding }: Story, paint: Paint): string {
  if (finding.cause.length === 0) return "";
  if (comparison) return `${paint.dim(`  ${places(finding)}`)}\n${unified(comparison, paint)}`;
  if (["changes", "history"].includes(finding.kind))
    return finding.cause
      .slice(0, mostChanges)
      .map((entry) => (entry.package === undefined ? changed : upgraded)(entry, paint))
      .join("\n");
  if (finding.kind === "packages") return upgrades(finding, paint);
  if (finding.kind === "state") return "";
  if (finding.kind === "schedule") return switched(finding, excerpts, paint);
  const shown = excerpts.map((excerpt) => excerptLine(excerpt, paint));
  const removed = finding.cause.filter(({ old, variable }) => old !== undefined || variable !== undefined);
  return [...shown, ...removed.map((entry) => replaced(entry, paint))].join("\n");
}

/** The packages that make the difference, and where it was sought, the lines in them. */
function upgrades({ cause, deeper }: Finding, paint: Paint): string {
  const packages = cause.map((entry) => upgraded(entry, paint));
  const lines = deeper?.cause.map((entry) => changed(entry, paint)) ?? [];
  const more = (left: number) => (left > 0 ? [paint.dim(`  … and ${count(left)} more`)] : []);
  const shown = [...packages.slice(0, mostChanges), ...more(packages.length - mostChanges)];
  if (lines.length > 0) shown.push("", ...lines.slice(0, mostChanges), ...more(lines.length - mostChanges));
  return shown.join("\n");
}

function upgraded({ text = "", context }: CauseEntry, { dim }: Paint): string {
  return `  ${onOneLine(text)}${context ? dim("  needed by the others") : ""}`;
}

/** What else has to be so, and the lines that are named. */
function switched({ cause }: Finding, excerpts: readonly Excerpt[], { dim, marked }: Paint): string {
  const more = cause.slice(1).map(({ text = "" }) => `  ${onOneLine(text)}`);
  const shown = excerpts.flatMap(({ file, line = 1, pieces }) => {
    // Each line is painted by itself: what a piece begins must not go on in the next line.
    const painted = pieces.map(({ text, cause }) =>
      withStandIns(text.replaceAll("\t", "  "))
        .split("\n")
        .map(cause ? marked : dim)
        .join("\n"),
    );
    const code = painted.join("").split("\n").slice(0, -1);
    return code.map((text, i) => ({ place: `${file}:${line + i}`, text }));
  });
  const width = Math.max(0, ...shown.map(({ place }) => place.length));
  const lines = shown.map(({ place, text }) => `  ${dim(place.padEnd(width))}  ${text}`);
  return [...more, ...(more.length > 0 && lines.length > 0 ? [""] : []), ...lines].join("\n");
}

/** Where the cause stands in the user's own input. */
function places({ cause }: Finding): string {
  const distinct = new Set(cause.map(({ file, line }) => `${file ?? ""}:${line ?? ""}`));
  return [...distinct].slice(0, 3).join(", ") + (distinct.size > 3 ? ", …" : "");
}

function excerptLine({ file, line, pieces }: Excerpt, { dim, marked }: Paint): string {
  const text = pieces.map((piece) => (piece.cause ? marked(onOneLine(piece.text)) : around(piece.text)));
  return `${dim(`  ${file ?? ""}:${line ?? ""}  `)}${text.join("")}`;
}

const mostChanges = 20;
const mostLines = 12;

/** A change as people know it from `diff`, with who brought it. */
function changed(entry: CauseEntry, { dim, green, red }: Paint): string {
  const { file, line, change, context, commit, author, date, subject, old = "", text = "" } = entry;
  const place = `  ${file ?? ""}${line === undefined ? "" : `:${line}`}`;
  const what = change === "renamed" || change === "mode" ? `${change}: ${old} → ${entry.new}` : (change ?? "");
  const by = commit === undefined ? "" : `${commit.slice(0, 10)} ${author}, ${date}: ${subject}`;
  const head = [what, context ? "needed by the others" : "", by].filter((part) => part !== "").join("; ");
  const side = (all: string, sign: string) => {
    const lines = all === "" ? [] : all.replace(/\n$/, "").split("\n");
    const shown = lines.slice(0, mostLines).map((each) => `    ${sign} ${onOneLine(each)}`);
    return lines.length > mostLines ? [...shown, `    ${sign} …`] : shown;
  };
  const diff =
    change === "renamed" || change === "mode" ? [] : [...side(old, "-").map(green), ...side(text, "+").map(red)];
  return [dim(`${place}${head === "" ? "" : `  ${onOneLine(head)}`}`), ...diff].join("\n");
}

/** The text around a cause: its line end is of no interest. */
function around(text: string): string {
  return withStandIns(text.replace(/\r?\n$/, "")).replaceAll("\n", "↵");
}

function replaced(entry: CauseEntry, { dim, green, red }: Paint): string {
  const { file, line } = entry;
  const old = green(onOneLine(oldTextOfEntry(entry)));
  const now = red(onOneLine(entry.old !== undefined && entry.new === undefined ? "" : textOfEntry(entry)));
  const what = now === "" ? `lacks ${old}` : old === "" ? `also has ${now}` : `has ${now} instead of ${old}`;
  return `${dim(`  ${[file, line].join(":")}  `)}the failing one ${what}`;
}

/** The test as it fails and as it passes, to be copied. */
function commands({ commands }: Finding, { dim }: Paint): string {
  if (commands === undefined) return "";
  const { failing, passing } = commands;
  const lines = [`  ${dim("fails")}   ${commandLine(failing)}`];
  if (passing) lines.push(`  ${dim("passes")}  ${commandLine(passing)}`);
  return lines.join("\n");
}

function furtherCauses({ causes }: Finding, { bold, marked }: Paint): string {
  const shown = (entry: CauseEntry) => marked(onOneLine(textOfEntry(entry) || (entry.text ?? "")));
  return causes.map((cause, i) => `${bold(`Cause ${i + 2}: `)}${cause.map(shown).join(" … ")}`).join("\n");
}

const mostOthers = 5;

/** What else was found on the way. */
function otherFailures({ otherFailures = [] }: Finding, { bold, dim }: Paint): string {
  if (otherFailures.length === 0) return "";
  const refused = otherFailures.reduce((sum, { count }) => sum + count, 0);
  const kinds = counted(otherFailures.length, "other failures");
  const head = bold(
    `On the way, ${kinds} ${otherFailures.length === 1 ? "was" : "were"} met and not mistaken for this one`,
  );
  const lines = otherFailures.slice(0, mostOthers).map(({ failure, count: times, file }) => {
    const witness = file === undefined ? "" : dim(`\n      smallest: ${file}`);
    return `  ${count(times)} ×  ${onOneLine(failure)}${witness}`;
  });
  const more = otherFailures.length - lines.length;
  return [
    `${head} (${counted(refused, "candidates")}):`,
    ...lines,
    ...(more > 0 ? [dim(`  and ${more} more`)] : []),
  ].join("\n");
}

function figures(story: Story, { dim, green, yellow }: Paint): string {
  const {
    verdict,
    tests,
    seconds,
    minimal,
    assumptions,
    notes = [],
    files,
    failure,
    deltas,
    by,
    deeper,
    schedules,
  } = story.finding;
  const lines: string[] = [];
  const narrowed = deltas.cause < deltas.total || isolating(story);
  if (verdict !== "not-reproduced" && deltas.cause > 0 && narrowed) {
    const share = `${count(deltas.cause)} of ${count(deltas.total)} ${by}`;
    const leaveOut = deltas.cause === 1 ? "leave it out" : "leave out any one of them";
    const otherwise = schedules?.byDefault === "fails" ? "it fails again" : "the failure is gone";
    const proof = isolating(story) ? "no smaller difference" : `${leaveOut}, and ${otherwise}`;
    lines.push(
      minimal ? green(`${share}; confirmed, and proved minimal: ${proof}.`) : `${share} left; not proved minimal.`,
    );
  }
  if (deeper) {
    const share = `${count(deeper.deltas.cause)} of ${count(deeper.deltas.total)} changes in ${deeper.packages.join(" and ")}`;
    lines.push(
      deeper.minimal ? green(`${share}; confirmed, and proved minimal.`) : `${share} left; not proved minimal.`,
    );
  }
  const outcomes = `${tests.fail} failed, ${tests.pass} passed, ${tests.unresolved} unresolved`;
  const memory = tests.cached > 0 ? `; ${counted(tests.cached, "answers")} from memory` : "";
  lines.push(
    `${counted(tests.needed, "tests")} needed (${outcomes})${memory}; ${count(tests.run)} run in ${duration(1000 * seconds)}.`,
  );
  for (const sentence of notes) lines.push(sentence);
  for (const { seen } of assumptions) lines.push(yellow(`Note: ${seen}`));
  if (failure !== undefined) lines.push(dim(`The failure: ${failure}`));
  for (const [which, path] of Object.entries(files)) lines.push(`  ${which}  ${path}`);
  return lines.join("\n");
}

const longest = 200;

/** A text with everything in it visible, cut where it is long. */
function onOneLine(text: string): string {
  const shown = withStandIns(text.slice(0, longest)).replace(/[\n\t]/g, standIn);
  return text.length > longest ? `${shown}…` : shown;
}
