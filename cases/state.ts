import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { AnyFinding } from "../test/any-finding.ts";
import { type Case, type Row, wrongIn } from "./case.ts";
import { culpritState } from "./culprit.ts";
import { linesOf, nearest, type Searched, stateTable } from "./state-table.ts";
import { valuesAt } from "./state-values.ts";
import { defectOf, layOut, programs, type Stateful, sorts } from "./states.ts";
import type { Workshop } from "./workshop.ts";

/** A transition so many lines from the defect leads to it. */
const near = 5;
const longProgram = 300;

/** Programs that fail on one input and pass on another: which variable is it, and where does it go wrong? */
export const state: Case = {
  name: "state",
  async *rows(workshop) {
    for (const program of sorts) {
      prepare(workshop, program);
      yield await sortedAt(workshop, program);
    }
    const searched: Searched[] = [];
    const all = [...sorts, ...programs];
    for (const program of all) {
      if (!sorts.includes(program)) prepare(workshop, program);
      searched.push(await search(workshop, program));
      const row = rowOf(searched.at(-1)!);
      yield searched.length === all.length ? concluded(row, searched) : row;
    }
  },
};

/**
 * Not every defect is reached: some lie in what cannot be seen, or behind more places than are looked at. So many programs were
 * when this was written; fewer would be a step back.
 */
const reachedBefore = 14;

function concluded(row: Row, searched: readonly Searched[]): Row {
  const hits = searched.filter(isHit).length;
  const claim = `in at least ${reachedBefore} programs the cause moves within ${near} lines of the defect (it is ${hits})`;
  const isLongIn = (language: string) => (each: Searched) =>
    each.program.language === language && linesOf(each) >= longProgram && isHit(each);
  return {
    ...row,
    note: stateTable(searched, near),
    wrong: [
      ...row.wrong,
      ...wrongIn({
        [claim]: hits >= reachedBefore,
        [`so it does in a Python program of ${longProgram} lines or more`]: searched.some(isLongIn("Python")),
        "so it does in a TypeScript program of as many": searched.some(isLongIn("TypeScript")),
      }),
    ],
  };
}

function isHit(searched: Searched): boolean {
  return (nearest(searched)?.away ?? Number.POSITIVE_INFINITY) <= near;
}

const folderOf = (workshop: Workshop, { name }: Stateful) => join(workshop.path, `state-${name}`);

function prepare(workshop: Workshop, program: Stateful): void {
  const folder = folderOf(workshop, program);
  layOut(program, folder);
  const [compiler, ...words] = program.build ?? [];
  if (compiler !== undefined) execFileSync(compiler, words, { cwd: folder, stdio: "inherit" });
}

/** The experiment of the lecture: at one place. */
async function sortedAt(workshop: Workshop, program: Stateful): Promise<Row> {
  const finding = await culpritState(workshop, folderOf(workshop, program), { ...program, at: "shell_sort" });
  const causes = variablesIn(finding.cause);
  return {
    experiment: `state at shell_sort: ${program.name}`,
    deltas: finding.deltas.total,
    found: finding.cause[0]?.text ?? finding.verdict,
    tests: finding.tests.needed,
    published: "8",
    wrong: wrongIn({
      "a cause was found, and proved minimal": finding.verdict === "found" && finding.minimal,
      "a[2] is the cause at shell_sort": causes.length === 1 && causes[0] === "a[2]",
      "it takes no more tests than published": finding.tests.needed <= 8,
    }),
  };
}

async function search(workshop: Workshop, program: Stateful): Promise<Searched> {
  const folder = folderOf(workshop, program);
  const finding = await culpritState(workshop, folder, program);
  // The output, at the end of the way, is no place.
  const last = finding.chain?.findLast(({ file }) => file !== undefined)?.place;
  const values = last === undefined ? 0 : valuesAt(program, folder, last);
  return { program, folder, finding, values, defect: defectOf(program) };
}

function rowOf(searched: Searched): Row {
  const { program, finding } = searched;
  const wrong = wrongIn({
    "a cause was found": finding.verdict === "found",
    ...(sorts.includes(program) ? chainOfSort(finding, defectOf(program, "MOVES").line) : {}),
  });
  return {
    experiment: `state: ${program.name}`,
    deltas: finding.deltas.total,
    found: shortened(finding.cause[0]?.text ?? finding.reason ?? finding.verdict),
    tests: finding.tests.needed,
    published: "-",
    remark: isHit(searched) ? "hit" : "missed",
    wrong,
  };
}

/**
 * From the number of arguments to a number that nobody gave, to the first one of the output. Published is that it moves at the
 * call; how many numbers are read decides it already, in the loop before it.
 */
function chainOfSort({ chain = [], transitions = [] }: AnyFinding, loop: number): Record<string, boolean> {
  const causes = chain.map(({ cause }) => variablesIn(cause)[0] ?? "");
  const [first, second, third] = [causes.indexOf("argc"), causes.indexOf("a[2]"), causes.lastIndexOf("a[0]")];
  // In Python what the loop goes over comes between the two.
  const moves = transitions.find(({ to }) => variablesIn(to)[0] === "a[2]");
  return {
    [`the chain is argc, a[2], a[0] (and not ${causes.join(", ")})`]: 0 <= first && first < second && second < third,
    "it moves to a[2] where the numbers are read": moves !== undefined && Math.abs(moves.line - loop) <= 1,
  };
}

/** Without the stars that pointers to arrays have. */
function variablesIn(cause: AnyFinding["cause"]): string[] {
  return cause.map(({ variable = "" }) => variable.replace(/^\*+/, ""));
}

function shortened(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
