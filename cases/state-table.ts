import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { AnyFinding } from "../test/any-finding.ts";
import { type Stateful, sourcesOf } from "./states.ts";
import { type Column, tableOf } from "./table.ts";

/** What was found in a program without naming any place. */
export interface Searched {
  readonly program: Stateful;
  readonly folder: string;
  readonly finding: AnyFinding;
  /** That the failing run knows at the last place. */
  readonly values: number;
  readonly defect: { readonly file: string; readonly line: number };
}

/** The transition nearest to the defect in its file: its rank from 1 on, and how many lines away it is. */
export function nearest({ finding, defect }: Searched): { readonly rank: number; readonly away: number } | undefined {
  const inFile = (finding.transitions ?? []).flatMap(({ file, line, caller }, i) =>
    [`${file}:${line}`, ...(caller ? [caller] : [])].flatMap((place) => {
      const [, name = "", number] = /^(.*):(\d+)$/.exec(place)!;
      return basename(name) === defect.file ? [{ rank: i + 1, away: Math.abs(Number(number) - defect.line) }] : [];
    }),
  );
  return inFile.sort((a, b) => a.away - b.away)[0];
}

const perPlace = ({ stages, tests }: AnyFinding) => (stages.length === 0 ? 0 : tests.needed / stages.length);

const columns: readonly Column<Searched>[] = [
  { title: "program", cell: ({ program }) => program.name },
  { title: "language", cell: ({ program }) => program.language },
  { title: "lines", cell: (searched) => String(linesOf(searched)), figure: true },
  { title: "values", cell: ({ values }) => values.toLocaleString("en"), figure: true },
  { title: "differ", cell: ({ finding }) => String(finding.deltas.total), figure: true },
  { title: "tests/place", cell: ({ finding }) => perPlace(finding).toFixed(1), figure: true },
  { title: "places", cell: ({ finding }) => String(finding.stages.length), figure: true },
  { title: "s", cell: ({ finding }) => finding.seconds.toFixed(0), figure: true },
  { title: "cause", cell: ({ finding }) => causeText(finding) },
  { title: "defect", cell: ({ defect }) => `${defect.file}:${defect.line}` },
  { title: "transitions", cell: ({ finding }) => transitionsText(finding) },
  { title: "nearest", cell: (searched) => nearestText(searched) },
];

/** Each program, and how near the search comes to its defect. */
export function stateTable(searched: readonly Searched[], near: number): string {
  const hits = searched.flatMap((each) => nearest(each) ?? []).filter(({ away }) => away <= near);
  const first = searched.filter((each) => nearestOf(each, 1) <= near).length;
  const count = `Of ${searched.length} programs, the cause moves within ${near} lines of the defect in ${hits.length}`;
  return ["state:", tableOf(searched, columns), `${count}, in ${first} at the likeliest place.`].join("\n");
}

/** How far the nearest of the first transitions is. */
function nearestOf(searched: Searched, most: number): number {
  const { finding } = searched;
  const transitions = (finding.transitions ?? []).slice(0, most);
  return nearest({ ...searched, finding: { ...finding, transitions } })?.away ?? Number.POSITIVE_INFINITY;
}

export function linesOf({ program, folder }: Searched): number {
  const count = (file: string) => readFileSync(join(folder, file), "utf8").split("\n").length - 1;
  return sourcesOf(program).reduce((sum, file) => sum + count(file), 0);
}

function causeText({ cause, verdict }: AnyFinding): string {
  const [first] = cause;
  const text = first === undefined ? verdict : `${first.variable} at ${first.file}:${first.line}`;
  return text.length > 44 ? `${text.slice(0, 43)}…` : text;
}

function transitionsText({ transitions = [] }: AnyFinding): string {
  const places = transitions.slice(0, 4).map(({ file, line }) => `${basename(file)}:${line}`);
  return places.join(" ") + (transitions.length > 4 ? ` +${transitions.length - 4}` : "");
}

function nearestText(searched: Searched): string {
  const { rank, away } = nearest(searched) ?? {};
  return rank === undefined ? "-" : `${away} away, ${rank}.`;
}
