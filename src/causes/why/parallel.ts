import type { TestName } from "../../../runtimes/protocol/suite.ts";
import type { DeltaSet } from "../../core/delta-set.ts";
import { listText } from "../../core/list-text.ts";
import { searchFew } from "../../run/stage/search-few.ts";
import { shortPath } from "../../world/files/short-path.ts";
import { asItIs } from "./circumstances/as-is.ts";
import type { Context } from "./context.ts";
import { enoughRuns, findControl } from "./diagnosis/factors.ts";
import { sampleHere } from "./diagnosis/sample.ts";
import type { Experiment } from "./experiment.ts";
import type { Started } from "./started.ts";
import type { Answer } from "./story.ts";
import { plannedTests } from "./worlds/planned-tests.ts";
import { worldOf } from "./worlds/tested-command.ts";

/** How often the whole suite is run to see how often it fails. */
const maxSample = 6;

/**
 * Whether the suite passes when no two of its tests run at the same time. Which test fails may be another one each time, so any failure
 * counts. Undefined: that does not decide.
 */
export async function explainParallel(
  { inquiry, first, request }: Started,
  context: Context,
): Promise<Answer | undefined> {
  if (!first.isParallel) return undefined;
  const { victim: _, ...whole } = context.tested;
  const anyTest = { ...context, tested: { ...whole, isAlone: false } };
  const together: Experiment = {
    ...asItIs(anyTest.tested),
    world: (nth) => worldOf(anyTest.tested, { id: "all at the same time", nth }),
    how: "with all tests, several at the same time, as they are",
  };
  const oneByOne: Experiment = {
    id: "one by one",
    kind: "parallelism",
    how: "with all tests, one at a time",
    world: (nth) => plannedTests(anyTest, whole.known, { nth, parallel: false }),
  };
  const sample = await inquiry.walk("parallelism", sampleHere(maxSample), [together], { anyFailure: true });
  if (!sample || sample.failed === 0) return undefined;
  const { passes } = enoughRuns(sample.failed / (sample.failed + sample.passed));
  const factor = { id: "parallelism", ways: [oneByOne.id], needsBoth: false };
  const control = await inquiry.walk("parallelism", findControl([factor], { fails: undefined, passes }), [oneByOne], {
    anyFailure: true,
  });
  if (control?.passes === undefined) return undefined;
  const { files, isProved } = await findColliding(anyTest);
  const names = files.map((file) => shortPath(file, request.cwd));
  const failing = `when its tests run in parallel (${sample.failed} of ${sample.failed + sample.passed} runs)`;
  const colliding = names.length < 2 ? "" : `; ${listText(names, { max: 4 })} are enough`;
  const sentence = `The suite fails ${failing}, and passes with one test at a time (${passes} of ${passes})${colliding}`;
  return {
    decides: "parallelism",
    decidedBy: oneByOne.how,
    isolated: {
      kind: "parallelism",
      sentence,
      by: "files",
      isProved,
      items: names,
      total: new Set(whole.known.map(({ file }) => file)).size,
    },
  };
}

/** How often a set of files is run until it counts as one that does not fail. */
const repeats = 3;

/** As few files as possible whose tests fail when they run at the same time. Empty: that cannot be said. */
async function findColliding(
  context: Context,
): Promise<{ readonly files: readonly string[]; readonly isProved: boolean }> {
  const { known } = context.tested;
  const files = [...new Set(known.map(({ file }) => file))];
  const chosenIn = (set: DeltaSet) => files.filter((_, i) => set.has(i));
  const testsOf = (chosen: readonly string[]): TestName[] => known.filter(({ file }) => chosen.includes(file));
  const world = (set: DeltaSet) => plannedTests(context, testsOf(chosenIn(set)), { nth: 1, parallel: true, repeats });
  const question = { name: "files", total: files.length, world, outcome: "fail", isKnown: true } as const;
  const labels = () => files;
  const { few, isConfirmed } = await searchFew(context.run, { ...question, labels, anyFailure: true, confirms: true });
  return { files: few ? chosenIn(few) : [], isProved: isConfirmed };
}
