import type { Row } from "./case.ts";

export interface Column<R> {
  readonly title: string;
  readonly cell: (row: R) => string;
  readonly figure?: boolean;
}

const ofSearches: readonly Column<Row>[] = [
  { title: "experiment", cell: ({ experiment }) => experiment },
  { title: "deltas", cell: ({ deltas }) => deltas.toLocaleString("en"), figure: true },
  { title: "found", cell: ({ found }) => found },
  { title: "our tests", cell: ({ tests }) => tests.toLocaleString("en"), figure: true },
  { title: "published", cell: ({ published }) => published, figure: true },
  { title: "remark", cell: ({ remark = "" }) => remark },
];

/** The searches, with the published figures. */
export function table(rows: readonly Row[]): string {
  return tableOf(rows, ofSearches);
}

/** All rows as a plain text table: texts to the left, figures to the right. */
export function tableOf<R>(rows: readonly R[], columns: readonly Column<R>[]): string {
  const widths = columns.map(({ title, cell }) => Math.max(title.length, ...rows.map((row) => cell(row).length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (columns[i]!.figure ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd();
  const head = line(columns.map(({ title }) => title));
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [head, rule, ...rows.map((row) => line(columns.map(({ cell }) => cell(row))))].join("\n");
}
