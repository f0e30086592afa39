import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Case, type Row, wrongIn } from "./case.ts";
import { wrongSimplified } from "./confirm.ts";
import { culpritInput, type Found } from "./culprit.ts";
import { root } from "./root.ts";
import type { Workshop } from "./workshop.ts";

const clang = process.env.CLANG ?? "clang";

/** Clang 14 for a machine without floating point: it crashes where a number is narrowed to half the usual precision. */
const options = ["-O2", "--target=aarch64-linux-gnu", "-march=armv8-a+nofp", "-fno-crash-diagnostics"];

/** The command that a user would give; `{}` is the program. */
export const compiling = [clang, ...options, "-c", "{}", "-o", "/dev/null"];

/** The program that crashes the compiler. */
export const crashing = readFileSync(join(root, "cases", "programs", "crashes.c"));
/** The same one with eight edits, which compiles. */
export const compilable = readFileSync(join(root, "cases", "programs", "compiles.c"));

const note =
  "compiler, published: 731 tests, of another compiler on another program, so the two figures do not compare searches.";

/** A C program that crashes the compiler: clang 14 today, GCC 2.95.2 then. */
export const compiler: Case = {
  name: "compiler",
  async *rows(workshop) {
    if (!crashes(crashing)) throw new Error(`${clang} does not crash on crashes.c; clang 14 does (CLANG=clang-14)`);
    workshop.write("crashes.c", crashing);
    workshop.write("compiles.c", compilable);
    yield await simplified(workshop, "by structure", { argv: [], largest: 77, enough: 731 });
    yield await simplified(workshop, "by characters", { argv: ["--by", "characters"], largest: 300, enough: 4000 });
    const passing = ["--passing", "compiles.c"];
    yield await isolated(workshop, "by lines, then characters", { argv: passing, edit: "float to __fp16", enough: 40 });
    yield await isolated(workshop, "by tokens", {
      argv: [...passing, "--by", "tokens"],
      edit: "float to __fp16",
      enough: 8,
    });
    yield await isolated(workshop, "from nothing", { argv: ["--isolate"], edit: "to[i]=", enough: 50 });
  },
};

interface Simplification {
  readonly argv: readonly string[];
  /** At most so many characters are to be left, after at most so many tests. */
  readonly largest: number;
  readonly enough: number;
}

async function simplified(workshop: Workshop, how: string, { argv, largest, enough }: Simplification): Promise<Row> {
  const found = await culpritInput(workshop, ["crashes.c", ...argv], compiling);
  const { tests } = found.finding;
  const left = found.failing.length;
  return {
    ...row(found, `compiler, simplify ${how}`),
    found: `${left} characters`,
    published: "731",
    note: `compiler, left ${how}: ${found.failing.toString().replaceAll("\n", "↵")}`,
    wrong: [
      ...wrongSimplified(found, crashes),
      ...wrongIn({
        [`${largest} characters are left or less`]: left <= largest,
        [`${enough} tests are enough`]: tests.needed <= enough,
      }),
    ],
  };
}

interface Isolation {
  readonly argv: readonly string[];
  /** What makes the difference, after at most so many tests. */
  readonly edit: string;
  readonly enough: number;
}

async function isolated(workshop: Workshop, how: string, { argv, edit, enough }: Isolation): Promise<Row> {
  const found = await culpritInput(workshop, ["crashes.c", ...argv], compiling);
  const { failing, passing = Buffer.alloc(0), finding } = found;
  const difference = edited(passing, failing);
  return {
    ...row(found, `compiler, isolate ${how}`),
    found: difference,
    published: "-",
    note,
    wrong: wrongIn({
      "the result was found and proved minimal": finding.verdict === "found" && finding.minimal,
      "the failing result crashes the compiler": crashes(failing),
      "the passing result compiles": compiles(passing),
      [`they differ in ${edit} alone`]: difference === edit,
      [`${enough} tests are enough`]: finding.tests.needed <= enough,
    }),
  };
}

function row({ finding }: Found, experiment: string) {
  const { tests, deltas } = finding;
  return { experiment, deltas: deltas.total, tests: tests.needed, remark: `${tests.unresolved} unresolved` };
}

/** The words in which two programs differ, from the first to the last: those of the one, and those of the other. */
export function edited(passing: Uint8Array, failing: Uint8Array): string {
  const [from, to] = [wordsOf(passing), wordsOf(failing)];
  const start = alike(from, to);
  const end = alike(from.slice(start).reverse(), to.slice(start).reverse());
  const middle = (words: readonly string[]) => words.slice(start, words.length - end).join("");
  return [middle(from), middle(to)].filter((text) => text !== "").join(" to ");
}

/** How many words are the same from the start. */
function alike(these: readonly string[], those: readonly string[]): number {
  const first = these.findIndex((word, i) => word !== those[i]);
  return first === -1 ? these.length : first;
}

function wordsOf(program: Uint8Array): string[] {
  return Buffer.from(program).toString().split(/\b/);
}

/** Whether the compiler crashes on a program, not merely refuses it. */
export function crashes(program: Uint8Array): boolean {
  return compile(program) === 139;
}

/** Whether it compiles. */
export function compiles(program: Uint8Array): boolean {
  return compile(program) === 0;
}

function compile(input: Uint8Array): number | null {
  return spawnSync(clang, [...options, "-x", "c", "-c", "-", "-o", "/dev/null"], { input }).status;
}
