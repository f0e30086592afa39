import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { AnyFinding } from "../test/any-finding.ts";
import { type Case, type Row, wrongIn } from "./case.ts";
import { culpritArgs } from "./culprit.ts";
import { root } from "./root.ts";
import type { Workshop } from "./workshop.ts";

const gcc = process.env.CC ?? "gcc";

/** The options of GCC 2.95.2 as the lecture lists them; later versions do not know all of them any more. */
const listed = [
  ...["-ffloat-store", "-fno-default-inline", "-fno-defer-pop", "-fforce-mem", "-fforce-addr"],
  ...["-fomit-frame-pointer", "-fno-inline", "-finline-functions", "-fkeep-inline-functions", "-fkeep-static-consts"],
  ...["-fno-function-cse", "-ffast-math", "-fstrength-reduce", "-fthread-jumps", "-fcse-follow-jumps"],
  ...["-fcse-skip-blocks", "-frerun-cse-after-loop", "-frerun-loop-opt", "-fgcse", "-fexpensive-optimizations"],
  ...["-fschedule-insns", "-fschedule-insns2", "-ffunction-sections", "-fdata-sections", "-fcaller-saves"],
  ...["-funroll-loops", "-funroll-all-loops", "-fmove-all-movables", "-freduce-all-givs", "-fno-peephole"],
];

const script = `#!/bin/sh
# Compiles a program with these options and runs it.
program=$1; shift
${gcc} -O1 "$@" "$program" -o "$TMPDIR/sum" || exit 125
"$TMPDIR/sum"
`;

const note =
  "options: of the 30 that the lecture lists, those that this gcc knows; the literature at hand has no figure of tests for them.";

/** Whether this gcc is one that adds in another order when it may and unrolls loops. */
export function addsInAnotherOrder(folder: string): boolean {
  const output = join(folder, "in-order");
  const words = ["-O1", "-ffast-math", "-funroll-loops", join(root, "cases", "programs", "in-order.c"), "-o", output];
  return spawnSync(gcc, words).status === 0 && spawnSync(output).status === 1;
}

/** Which of the options of a compiler make a program wrong that is right without them. */
export const options: Case = {
  name: "args",
  async *rows(workshop) {
    if (!addsInAnotherOrder(workshop.path))
      throw new Error(`${gcc} adds in order whatever the options; gcc 12 does not`);
    const known = listed.filter((option) => spawnSync(gcc, [option, "-E", "-xc", "/dev/null"]).status === 0);
    const test = workshop.script("compile-and-run.sh", script);
    const search = { workshop, test, known };
    yield await simplified(search, { program: "compensated.c", expected: /^-ffast-math$/, enough: 12 });
    yield await simplified(search, {
      program: "in-order.c",
      expected: /^-ffast-math -funroll-(all-)?loops$/,
      enough: 20,
    });
    yield await isolated(search, {
      program: "in-order.c",
      expected: /^-f(fast-math|unroll-(all-)?loops)$/,
      enough: 7,
    });
  },
};

interface Search {
  readonly workshop: Workshop;
  readonly test: string;
  readonly known: readonly string[];
}

interface Program {
  readonly program: string;
  readonly expected: RegExp;
  /** So many tests are enough. */
  readonly enough: number;
}

async function simplified(search: Search, { program, expected, enough }: Program): Promise<Row> {
  const words = [search.test, join(root, "cases", "programs", program)];
  const finding = await culpritArgs(search.workshop, [], { test: words, args: search.known });
  const left = optionsOf(finding);
  const status = (chosen: readonly string[]) => statusOf(search, words, chosen);
  return {
    ...row(finding, `GCC options, ${program}, simplify`),
    wrong: wrongIn({
      "the result was found and proved minimal": finding.verdict === "found" && finding.minimal,
      "these options are what was to be found": expected.test(left.join(" ")),
      "the program is wrong with them": status(left) === 1,
      "it is right without any one of them": left.every((_, i) => status(left.toSpliced(i, 1)) === 0),
      [`${enough} tests are enough`]: finding.tests.needed <= enough,
    }),
  };
}

async function isolated(search: Search, { program, expected, enough }: Program): Promise<Row> {
  const words = [search.test, join(root, "cases", "programs", program)];
  const finding = await culpritArgs(search.workshop, ["--isolate"], { test: words, args: search.known });
  const { failing = [], passing = [] } = finding.commands ?? {};
  const [only = ""] = optionsOf(finding);
  const chosen = (command: readonly string[]) => command.slice(words.length);
  return {
    ...row(finding, `GCC options, ${program}, isolate`),
    wrong: wrongIn({
      "the result was found and proved minimal": finding.verdict === "found" && finding.minimal,
      "this option is one to be found": expected.test(only),
      "the program is wrong with the failing options": statusOf(search, words, chosen(failing)) === 1,
      "it is right with the passing ones": statusOf(search, words, chosen(passing)) === 0,
      "they differ in the cause alone": failing.filter((word) => word !== only).join(" ") === passing.join(" "),
      [`${enough} tests are enough`]: finding.tests.needed <= enough,
    }),
  };
}

function row(finding: AnyFinding, experiment: string) {
  const { deltas, tests } = finding;
  const found = optionsOf(finding).join(" ");
  return { experiment, deltas: deltas.total, found, tests: tests.needed, published: "-", note };
}

function optionsOf({ cause }: AnyFinding): string[] {
  return cause.map(({ text = "" }) => text);
}

/** How the program ends when it is compiled with some of the options, without culprit. */
function statusOf({ workshop }: Search, [test = "", ...words]: readonly string[], chosen: readonly string[]) {
  return spawnSync(test, [...words, ...chosen], { env: { ...process.env, TMPDIR: workshop.path } }).status;
}
