import type { CauseEntry, Excerpt, Finding, Story } from "../../core/finding.ts";
import { oldTextOfEntry, textOfEntry } from "../entry-text.ts";
import { count } from "../quantity.ts";
import { hexView } from "./hex-view.ts";
import { type Content, type Markup, markup } from "./markup.ts";
import { sideBySide } from "./side-by-side.ts";
import { visible, visibleAround } from "./visible.ts";

/** Maximum number of characters in one box, and of boxes. */
const maxCharacters = 20_000;
const maxBoxes = 100;

/** The cause in its context, then entries that excerpts cannot show, then `more`, then the further causes. */
export function causeSection({ finding, excerpts, comparison }: Story, more?: Content): Markup | undefined {
  if (comparison) {
    return markup`<section>
<h2>The difference in its context</h2>
${sideBySide(comparison, finding)}${furtherCauses(finding)}</section>`;
  }
  const rest = finding.cause.filter((each) => excerpts.length === 0 || !isPlain(each));
  if (excerpts.length + rest.length + finding.causes.length === 0) return undefined;
  return markup`<section>
<h2>The cause${excerpts.length > 0 && " in its context"}</h2>
${firstBoxes(byFile(excerpts), excerptsBox)}${entryBoxes(rest)}${more}${furtherCauses(finding)}</section>`;
}

/** Entries of a cause, each in a box of its own. */
export function entryBoxes(entries: readonly CauseEntry[]): Content {
  return firstBoxes(entries, entryBox);
}

function furtherCauses({ causes }: Finding): Content {
  return causes.map((cause, i) => markup`<h3>Cause ${i + 2}</h3>\n${entryBoxes(cause)}`);
}

/** Whether an excerpt of the failing world shows all of it. */
function isPlain(entry: CauseEntry): boolean {
  return entry.base64 === undefined && entry.old === undefined && entry.new === undefined;
}

function firstBoxes<T>(items: readonly T[], box: (item: T) => Markup): Content {
  return [items.slice(0, maxBoxes).map(box), leftOut(items.length - maxBoxes, "places")];
}

function leftOut(left: number, what: string): Markup | undefined {
  return left > 0 ? markup`<p class="more">… ${count(left)} ${what} more</p>\n` : undefined;
}

function box(caption: string | undefined, content: Content): Markup {
  return markup`<figure class="box">${caption && markup`<figcaption>${caption}</figcaption>`}${content}</figure>\n`;
}

/** Groups excerpts that follow each other in one file. */
function byFile(excerpts: readonly Excerpt[]): Excerpt[][] {
  const groups: Excerpt[][] = [];
  for (const excerpt of excerpts) {
    const last = groups.at(-1);
    if (last && last[0]!.file === excerpt.file && excerpt.file !== undefined) last.push(excerpt);
    else groups.push([excerpt]);
  }
  return groups;
}

function excerptsBox(excerpts: readonly Excerpt[]): Markup {
  return box(excerpts[0]!.file, excerpts.map(excerptCode));
}

function excerptCode({ line, pieces }: Excerpt): Content {
  const { kept, left } = cut(pieces);
  const code = kept.map(({ text, cause }) => (cause ? markup`<mark>${visible(text)}</mark>` : visibleAround(text)));
  const numbers =
    line !== undefined && markup`<span class="lines" aria-hidden="true">${lineNumbers(line, kept)}</span>`;
  return [markup`<div class="code"><pre>${numbers}<code>${code}</code></pre></div>`, leftOut(left, "characters")];
}

function lineNumbers(first: number, pieces: Excerpt["pieces"]): string {
  const text = pieces.map((piece) => piece.text).join("");
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.map((_, i) => first + i).join("\n");
}

function cut(pieces: Excerpt["pieces"]): { readonly kept: Excerpt["pieces"]; readonly left: number } {
  let left = maxCharacters;
  const kept = pieces.map(({ text, cause }) => {
    const shown = text.slice(0, Math.max(0, left));
    left -= text.length;
    return { text: shown, cause };
  });
  return { kept: kept.filter(({ text }) => text !== ""), left: -left };
}

function entryBox(entry: CauseEntry): Markup {
  const { file, line, change, context, commit, author, date, subject } = entry;
  const place = [file, line !== undefined && `line ${count(line)}`, change].filter((part) => part).join(", ");
  const by = commit === undefined ? undefined : `${commit.slice(0, 10)} ${author}, ${date}: ${subject}`;
  const caption = [place, context && "needed by the others", by].filter((part) => part);
  return box(caption.join(" · "), markup`<div class="code"><pre>${entryText(entry)}</pre></div>`);
}

function entryText(entry: CauseEntry): Content {
  const { text = "", base64 } = entry;
  if (entry.old !== undefined || entry.new !== undefined) {
    const [old, now] = [oldTextOfEntry(entry), entry.new === undefined ? "" : textOfEntry(entry)];
    return [
      old && markup`<del><b>passes </b>${shortened(old)}</del>`,
      now && markup`<ins><b>fails </b>${shortened(now)}</ins>`,
    ];
  }
  return base64 === undefined ? markup`<mark>${shortened(text)}</mark>` : markup`<mark>${hexView(base64)}</mark>`;
}

function shortened(text: string): Content {
  const left = text.length - maxCharacters;
  // In several whole lines nobody looks for a stray space.
  const shown = /\n./.test(text) ? visibleAround : visible;
  return [shown(text.slice(0, maxCharacters)), left > 0 && `\n… ${count(left)} characters more`];
}
