import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Case, type Row, wrongIn } from "./case.ts";
import { wrongPair, wrongSimplified } from "./confirm.ts";
import { bytesOf, culpritInput, type Found } from "./culprit.ts";
import { orderPage } from "./order-page.ts";
import { root } from "./root.ts";
import { ends } from "./tools.ts";
import type { Workshop } from "./workshop.ts";

const note =
  "printing: the literature at hand has figures for the one line alone (40 characters to <SELECT> in 48 tests), not for a whole page.";

/** A page of 896 lines with three lists that crashes when it is printed, as Mozilla's did. */
export const printing: Case = {
  name: "printing",
  async *rows(workshop) {
    const program = compilePrinter(workshop.path);
    workshop.write("order.html", orderPage());
    for (const each of simplifications) yield await simplified(workshop, program, each);
    for (const each of isolations) yield await isolated(workshop, program, each);
  },
};

/** A way to run the experiment. */
interface Way {
  readonly how: string;
  readonly argv: readonly string[];
  readonly published: string;
  /** Whether this is what must come out. */
  readonly expected: (found: string) => boolean;
  /** So many tests are enough. */
  readonly enough: number;
}

const isTag = (found: string) => found === "<SELECT>";
const isLine = (found: string) => /^<SELECT NAME="(region|season|soil)" MULTIPLE SIZE=\d>\n$/.test(found);

const simplifications: readonly Way[] = [
  { how: "by structure", argv: [], published: "-", expected: isTag, enough: 105 },
  {
    how: "by lines, then characters",
    argv: ["--passes", "lines,characters"],
    published: "-",
    expected: isTag,
    enough: 105,
  },
  { how: "by lines", argv: ["--by", "lines"], published: "-", expected: isLine, enough: 57 },
  {
    how: "by lines with ddmin",
    argv: ["--by", "lines", "--search", "ddmin"],
    published: "-",
    expected: isLine,
    enough: 57,
  },
];

const isolations: readonly Way[] = [
  { how: "by structure", argv: [], published: "-", expected: (found) => found === "<", enough: 40 },
  { how: "by lines", argv: ["--by", "lines"], published: "-", expected: isLine, enough: 12 },
  {
    how: "by characters",
    argv: ["--by", "characters"],
    published: "-",
    expected: (found) => found === "<",
    enough: 18,
  },
];

async function simplified(workshop: Workshop, program: string, way: Way): Promise<Row> {
  const found = await culpritInput(workshop, ["order.html", ...way.argv], [program]);
  return {
    ...row(found, `printing, simplify ${way.how}`, way),
    found: found.failing.toString().trimEnd(),
    wrong: [
      ...(way.expected === isTag ? wrongSimplified(found, (page) => ends(program, page) === "SIGABRT") : []),
      ...wrongResult(found.failing.toString(), found, way),
    ],
  };
}

async function isolated(workshop: Workshop, program: string, way: Way): Promise<Row> {
  const found = await culpritInput(workshop, ["order.html", ...way.argv, "--isolate"], [program]);
  const cause = bytesOf(found.finding.cause).toString();
  return {
    ...row(found, `printing, isolate ${way.how}`, way),
    found: cause.trimEnd(),
    wrong: [
      ...wrongPair(
        found,
        (page) => ends(program, page) === "SIGABRT",
        (page) => ends(program, page) === "exit 0",
      ),
      ...wrongResult(cause, found, way),
    ],
  };
}

function row({ finding }: Found, experiment: string, { published }: Way) {
  return { experiment, deltas: finding.deltas.total, tests: finding.tests.needed, published, note };
}

function wrongResult(result: string, { finding }: Found, { expected, enough }: Way): string[] {
  return wrongIn({
    [`${JSON.stringify(result)} is what was to be found`]: expected(result),
    [`${enough} tests are enough`]: finding.tests.needed <= enough,
  });
}

/** Compiles the printer into a folder and gives the path of the program. */
export function compilePrinter(folder: string): string {
  const program = join(folder, "print");
  const source = join(root, "cases", "tools", "print.c");
  const flags = ["-std=gnu11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra"];
  execFileSync(process.env.CC ?? "gcc", [...flags, "-o", program, source], { stdio: "inherit" });
  return program;
}
