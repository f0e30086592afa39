import type { AnyFinding } from "../../../test/any-finding.ts";
import { count, figure, table } from "../../table.ts";
import { investigate } from "./investigate.ts";
import { judge, type Verdict } from "./judge.ts";
import { type Options, regressionOptions } from "./options.ts";
import type { RealRegression } from "./real-regression.ts";
import { verifyPatches } from "./verify-patch.ts";
import { inFreshCopy, outcomeOf, prepare, type Workplace } from "./workplace.ts";

interface Result {
  readonly verdict: Verdict;
  readonly finding: AnyFinding | undefined;
  readonly patches: { readonly cause: string; readonly fix: string };
}

/** Real regressions between published versions: is the answer right, and do its patches work? */
export async function regressions(argv: readonly string[] = []): Promise<void> {
  const options = regressionOptions(argv);
  const rows: string[][] = [];
  const results: Result[] = [];
  const skipped: string[] = [];
  for (const regression of options.chosen) {
    const workplace = lieReady(regression, options);
    if (typeof workplace === "string") {
      skipped.push(regression.name);
      console.log(`(${regression.name} is left out: ${workplace})`);
    } else if (options.endsOnly) console.log(`${regression.name}: the old version passes, the new one fails`);
    else {
      const result = resultOf(regression, workplace, options);
      results.push(result);
      rows.push(rowOf(regression, result));
      process.stderr.write(`${rows.at(-1)!.join("  ")}\n`);
    }
  }
  if (options.endsOnly) return;
  const head = ["regression", "kind", "answer", "places", "changes", "tests", "seconds", "cause fails", "fix passes"];
  console.log(`\n${table(head, rows)}\n\n${closing(results, skipped)}\n`);
}

/** Or why it cannot be tried: both ends are run by us before. */
function lieReady(regression: RealRegression, { cache, from }: Options): Workplace | string {
  try {
    const workplace = prepare(regression, cache, from);
    for (const [end, expected] of [
      ["old", "pass"],
      ["new", "fail"],
    ] as const) {
      const outcome = inFreshCopy(workplace, workplace[end], (copy) => outcomeOf(regression, workplace, copy));
      if (outcome !== expected) return `of its ${end} version the test says ${outcome}`;
    }
    return workplace;
  } catch (error) {
    return (error as Error).message;
  }
}

function resultOf(regression: RealRegression, workplace: Workplace, options: Options): Result {
  const { finding, printed } = investigate(regression, workplace, options);
  process.stderr.write(`${regression.name}: all that was printed is in ${printed}\n`);
  const verdict = judge(finding, regression.truth);
  return { verdict, finding, patches: verifyPatches(regression, workplace, finding) };
}

function rowOf({ name, kind }: RealRegression, { verdict, finding, patches }: Result): string[] {
  const { cause, deltas, tests, seconds } = finding ?? {};
  return [
    name,
    kind,
    verdict,
    cause ? count(cause.length) : "-",
    deltas ? `${count(deltas.cause)} of ${count(deltas.total)}` : "-",
    tests ? count(tests.needed) : "-",
    figure(seconds),
    patches.cause,
    patches.fix,
  ];
}

function closing(results: readonly Result[], skipped: readonly string[]): string {
  const of = (verdict: Verdict) => results.filter((each) => each.verdict === verdict);
  const [right, open, wrong] = [of("right"), of("not narrowed"), of("WRONG")];
  const fixed = right.filter(({ patches }) => !/^(?:NO|none)/.test(patches.fix));
  const all = results.length;
  const met = wrong.length === 0 && right.length >= all - 1 && fixed.length === right.length;
  return [
    `${right.length} of ${all} right, ${open.length} not narrowed, ${wrong.length} WRONG;`,
    `${fixed.length} of ${right.length} found ones with a fix that works in a fresh copy.`,
    skipped.length > 0 ? `Left out: ${skipped.join(", ")}.` : "",
    `The bar (none wrong, at most one not narrowed, a fix for each) is ${met ? "met" : "MISSED"}${skipped.length > 0 ? " by those tried" : ""}.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
