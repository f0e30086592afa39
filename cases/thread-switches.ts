import { DeltaSet } from "../src/core/delta-set.ts";
import { dd, differenceOf } from "../src/search/dd.ts";
import { needs, walk } from "../test/walk.ts";
import { type Case, wrongIn } from "./case.ts";

const moves = 3_842_577_240;
const culprit = 1_972_112_033;

/**
 * The size of the thread-schedule experiment (Choi and Zeller 2002): one among 3,842,577,240 moves of thread switches
 * makes the program fail. The program is a predicate here; what is measured is the search.
 */
export const threadSwitches: Case = {
  name: "threads",
  async *rows() {
    const began = performance.now();
    const { result, asked } = walk(dd(DeltaSet.empty, DeltaSet.range(0, moves)), needs(culprit));
    const milliseconds = performance.now() - began;
    const found = differenceOf(result);
    yield {
      experiment: "thread switches, isolate",
      deltas: moves,
      found: `move ${found}`,
      tests: asked.length,
      published: "50",
      remark: `in process, ${milliseconds.toFixed(0)} ms`,
      wrong: wrongIn({
        [`${culprit} is found`]: found.equals(DeltaSet.of(culprit)),
        "50 tests are enough": asked.length <= 50,
      }),
    };
  },
};
