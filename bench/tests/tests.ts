/**
 * Whether `culprit tests` finds the tests on which others of real projects depend, and how often it starts the runner for that:
 * `npm run bench -- tests --from DIR`.
 *
 * DIR is a folder that somebody has filled, by the tables `python-projects.ts` (of the public list IDoFT) and
 * `javascript-projects.ts`, which name repositories and commits:
 *
 * - `DIR/py/NAME`: a checkout of a Python project at its commit; `DIR/venv/NAME-VERSION`: a virtual environment of that version of
 *   Python with what its tests need, pytest and detect-test-pollution
 * - `DIR/js/NAME`: a checkout of an npm project, with its `node_modules`
 *
 * The checkouts are cleaned by git before and after each run. What is not there is named and counted.
 *
 * Options: `--only NAME,…` for some projects, `--no-leak` to leave out what leaks.
 *
 * Each test is explained by `culprit tests --no-leak --jobs 1`, so that no run is ahead of need, and by detect-test-pollution, both
 * told the same: the order in which the test fails (`--order`, `--testids-file`), or only its name (`--tests`). What is right is what
 * the tables say, by experiments of their own. Starts of pytest are counted by a plug-in, those of other runners by culprit. A linear
 * scan (after each earlier test alone, until it comes out otherwise) is not run: its starts follow from the tables.
 */

import { parseArgs } from "node:util";
import { openCheckout } from "./checkout.ts";
import { javascriptProjects } from "./javascript-projects.ts";
import { linearStarts, orderUpTo } from "./order.ts";
import { testsOf, type Victim } from "./project.ts";
import { pythonProjects } from "./python-projects.ts";
import { type Result, reportOf } from "./report.ts";
import { type Answer, askCulprit, askDetectTestPollution, type Question } from "./tools.ts";

export async function tests(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      from: { type: "string" },
      only: { type: "string", default: "" },
      "no-leak": { type: "boolean", default: false },
    },
  });
  if (values.from === undefined) {
    console.error("--from DIR: the folder with py/NAME, venv/NAME-VERSION and js/NAME, as bench/tests/tests.ts says");
    process.exit(2);
  }
  const only = values.only.split(",").filter(Boolean);
  const projects = [...pythonProjects, ...javascriptProjects];
  const results: Result[] = [];
  const missing: string[] = [];
  for (const project of projects.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const checkout = await openCheckout(project, values.from);
    if (typeof checkout === "string") missing.push(checkout);
    else
      for (const victim of project.victims) results.push(...askAll({ checkout, victim }, { leak: !values["no-leak"] }));
  }
  console.log(reportOf(results, missing));
}

function askAll(
  { checkout, victim }: Omit<Question, "order">,
  { leak }: { readonly leak: boolean },
): readonly Result[] {
  const { project, tests } = checkout;
  const order = orderUpTo(victim.test, tests, victim.order);
  const about = { project: project.name, isPython: project.python !== undefined, victim };
  if (order.at(-1) !== victim.test)
    return [{ ...about, known: "order", before: 0, obstacle: "the suite has no such test" }];
  const linear = linearStarts(order.slice(0, -1), singleTests(victim));
  const shared = { ...about, before: order.length - 1, linear };
  const isTold = typeof victim.order === "object" || victim.order === "reversed";
  const main = isTold ? { checkout, victim, order } : { checkout, victim };
  const first: Result = {
    ...shared,
    known: isTold ? "order" : victim.order === "alone" ? "name" : "suite",
    culprit: askCulprit(main, ["--no-leak"]),
    other: askOther(main, order),
    ...(leak ? { leak: askCulprit(main, []) } : {}),
  };
  show(first);
  if (!isTold || project.python === undefined) return [first];
  const byName = { checkout, victim };
  const all = tests.filter((test) => test !== victim.test);
  const second: Result = {
    ...shared,
    known: "name",
    before: all.length,
    linear: linearStarts(all, singleTests(victim)),
    culprit: askCulprit(byName, ["--no-leak"]),
    other: askDetectTestPollution(byName),
  };
  show(second);
  return [first, second];
}

/** Where the suite's own order is the failing one, detect-test-pollution gets it too if it cannot do without. */
function askOther(question: Question, order: readonly string[]): Answer | undefined {
  const answer = askDetectTestPollution(question);
  const isSolved = answer === undefined || answer.verdict === "right";
  return isSolved || question.victim.order !== "suite" ? answer : askDetectTestPollution({ ...question, order });
}

function singleTests({ polluters, setters }: Victim): ReadonlySet<string> {
  return new Set(
    [...(polluters ?? []), ...(setters ?? [])].map(testsOf).flatMap((set) => (set.length === 1 ? set : [])),
  );
}

function show({ project, victim, known, culprit, other, leak }: Result): void {
  const text = (answer: Answer | undefined) => (answer ? `${answer.verdict} ${answer.starts}` : "-");
  const leaks = (leak?.leak ?? []).map(({ name }) => name).join(", ");
  process.stderr.write(
    `${project} ${victim.test} by ${known}: ${text(culprit)}; detect-test-pollution ${text(other)}${leak ? `; leak: ${leaks || "-"}` : ""}\n`,
  );
}
