import type { ChangeDetail } from "../../../core/stage-details.ts";
import { type Content, type Markup, markup } from "../../../report/html/markup.ts";
import { count, counted } from "../../../report/quantity.ts";
import type { ChosenItem } from "./chosen-items.ts";
import { type Folder, fileTree } from "./file-tree.ts";

type ChosenChange = ChosenItem<ChangeDetail>;

/** Maximum number of changes whose texts are shown; beyond it, those that the candidate lacks are only counted. */
const maxTexts = 200;

/** The diff from the old version to the candidate, by files; changes that the candidate lacks are dimmed. */
export function diffView(changes: readonly ChosenChange[]): Markup {
  const made = changes.filter(({ isIn }) => isIn);
  const showsAll = changes.length <= maxTexts;
  const shown = new Set((showsAll ? changes : made).slice(0, maxTexts));
  const left = made.filter((each) => !shown.has(each)).length;
  return markup`<p class="soft">${count(made.length)} of ${counted(changes.length, "changes")} ${made.length === 1 ? "is" : "are"} made. ${showsAll ? "The others are dimmed." : "Only these are shown."}</p>
<div class="world diff" tabindex="0">${folderView(
    fileTree(changes, ({ item }) => item.file),
    shown,
  )}</div>${left > 0 && markup`<p class="more">… ${counted(left, "changes")} more</p>`}`;
}

function folderView({ name, folders, files }: Folder<ChosenChange>, shown: ReadonlySet<ChosenChange>): Markup {
  const inside = markup`<ul>${folders.map((folder) => markup`<li>${folderView(folder, shown)}</li>`)}${files.map((file) => fileView(file, shown))}</ul>`;
  return name === "" ? inside : markup`<span class="folder">${name}/</span>${inside}`;
}

function fileView({ name, items }: Folder<ChosenChange>["files"][number], shown: ReadonlySet<ChosenChange>): Content {
  const made = items.filter(({ isIn }) => isIn).length;
  const hunks = items.filter((each) => shown.has(each));
  return markup`<li class="${made === 0 && "out"}"><span class="file">${name}</span> <span class="soft">${count(made)} of ${count(items.length)}</span>${hunks.map(hunkView)}</li>`;
}

function hunkView({ item: { line, change, old, new: now }, isIn }: ChosenChange): Markup {
  const place = [line !== undefined && `line ${count(line)}`, change, !isIn && "not made"].filter((part) => part);
  return markup`<figure class="hunk${!isIn && " out"}"><figcaption>${place.join(", ")}</figcaption>${old !== undefined && markup`<del>${lines("−", old)}</del>`}${now !== undefined && markup`<ins>${lines("+", now)}</ins>`}</figure>`;
}

/** The sign is text, so that it is copied, and heard by those who do not see colours. */
function lines(sign: string, text: string): string {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${sign} ${line}`)
    .join("\n");
}
