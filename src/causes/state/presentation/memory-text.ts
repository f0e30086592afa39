import { clip } from "../../../report/html/clip.ts";
import { count } from "../../../report/quantity.ts";
import { standIn, withStandIns } from "../../../report/stand-in.ts";
import type { PictureBox, PictureRow } from "../picture/memory-picture.ts";
import type { Side } from "./memory-columns.ts";

const maxTitleLength = 40;
const maxLabelLength = 20;

/** What stands at the left and at the right of a box's head. */
export function titleText({ kind, title, place }: PictureBox, side: Side): [string, string] {
  const text = title[side] ?? "";
  return [
    oneLine(kind === "calls" ? `${count(Number(text))} more calls` : clip(text, maxTitleLength)),
    oneLine(place?.[side] ?? ""),
  ];
}

export function labelText({ label }: PictureRow): string {
  return oneLine(clip(label, maxLabelLength));
}

/** What stands in a row in one run; of the cause, what it is in the other one too. */
export function cellText(row: PictureRow, side: Side): string {
  return oneLine(textIn(row, side));
}

/** As it will be seen, so that it can be measured. */
export function oneLine(text: string): string {
  return withStandIns(text).replace(/[\n\t]/g, standIn);
}

function textIn(row: PictureRow, side: Side): string {
  const cell = row[side];
  if (cell?.more !== undefined) return `${count(cell.more)} more`;
  if (cell?.skipped !== undefined) return `${count(cell.skipped)} left out`;
  // An arrow shows what it leads to, so there is no text; the blank leaves space for its start.
  const own = cell?.to ? " " : (cell?.text ?? "");
  if (row.mark !== "cause" || valueIn(row, "passing") === valueIn(row, "failing")) return own;
  const there = side === "passing" ? `(fails: ${valueIn(row, "failing")})` : `(passes: ${valueIn(row, "passing")})`;
  return cell?.to ? `${there}  ` : `${valueIn(row, side)}  ${there}`;
}

function valueIn(row: PictureRow, side: Side): string {
  return row[side]?.text ?? "nothing";
}
