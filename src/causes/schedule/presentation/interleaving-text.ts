import { count } from "../../../report/quantity.ts";
import { standIn, withStandIns } from "../../../report/stand-in.ts";
import type { Paint } from "../../../report/terminal/paint.ts";
import type { Interleaving, InterleavingRow, ScheduleFinding } from "../finding.ts";

const maxRows = 24;
const maxLanes = 4;
const maxWidth = 34;

/** Who ran when in the failing run, with one column for each lane, and how to replay both runs. */
export function interleavingText({ schedules, cause }: ScheduleFinding, paint: Paint): string {
  if (!schedules) return "";
  const { failing, commands } = schedules;
  const decisive = new Set(cause.map(({ thread }) => thread));
  return [
    paint.bold("The failing run:"),
    ...columns(failing, decisive, paint),
    ...(failing.crash ? [`  ${crashText(failing.crash)} (${failing.crash.signal})`] : []),
    "",
    `  ${paint.dim("fails")}   ${commands.failing}`,
    `  ${paint.dim("passes")}  ${commands.passing}`,
  ].join("\n");
}

/** As in: 1.1 crashes at scene.c:84. An assertion that fails aborts the program. */
export function crashText({ lane, place, signal }: NonNullable<Interleaving["crash"]>): string {
  return `${lane} ${signal === "SIGABRT" ? "aborts" : "crashes"} at ${place}`;
}

function columns({ lanes, rows }: Interleaving, decisive: ReadonlySet<string | undefined>, paint: Paint): string[] {
  // Each event is a lane of its own: then all are in one column.
  const shown = lanes.length > maxLanes ? undefined : lanes;
  const folded = foldedRows(rows, (row) => decisive.has(row.lane));
  const width = Math.min(maxWidth, Math.max(8, ...rows.map((row) => textOf(row).length)));
  const names = Math.max(...folded.map((row) => (typeof row === "number" ? 0 : row.lane.length)));
  const head = shown ? [`  ${shown.map((lane) => lane.padEnd(width)).join("  ")}`.trimEnd()] : [];
  const lines = folded.map((row) => {
    if (typeof row === "number") return paint.dim(`  … ${count(row)} more`);
    const text = clipped(textOf(row), shown ? width : 2 * maxWidth);
    const column = shown ? shown.indexOf(row.lane) : 0;
    const name = shown ? "" : `${row.lane.padEnd(names)}  `;
    const line = `  ${" ".repeat(column * (width + 2))}${name}${text}`;
    return decisive.has(row.lane) ? paint.red(line) : line;
  });
  return [...head.map(paint.dim), ...lines];
}

/** The decisive rows and those around them, with the number of rows left out in between. */
function foldedRows(
  rows: readonly InterleavingRow[],
  isDecisive: (row: InterleavingRow) => boolean,
): (InterleavingRow | number)[] {
  if (rows.length <= maxRows) return [...rows];
  const kept = new Set<number>();
  rows.forEach((row, i) => {
    if (isDecisive(row) && kept.size < maxRows) for (const near of [i - 1, i, i + 1]) if (rows[near]) kept.add(near);
  });
  const shown: (InterleavingRow | number)[] = [];
  let left = 0;
  rows.forEach((row, i) => {
    if (!kept.has(i)) {
      left++;
      return;
    }
    if (left > 0) shown.push(left);
    left = 0;
    shown.push(row);
  });
  return left > 0 ? [...shown, left] : shown;
}

function textOf({ from, to }: InterleavingRow): string {
  const [file] = /^.+:(?=\d+$)/.exec(from) ?? [];
  // A file that both have in common is named once.
  const end = file !== undefined && to.startsWith(file) ? to.slice(file.length) : to;
  return withStandIns(from === to ? to : `${from} → ${end}`).replace(/[\n\t]/g, standIn);
}

function clipped(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
