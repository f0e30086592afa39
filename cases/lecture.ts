import { DeltaSet } from "../src/core/delta-set.ts";
import { unchecked } from "../src/search/interference.ts";
import { needs, walk } from "../test/walk.ts";
import { type Case, wrongIn } from "./case.ts";

/** The tests of the lecture's slides, in their order. */
const published = [
  "1-4 pass",
  "5-8 pass",
  "1-2,5-8 pass",
  "3-8 fail",
  "3,5-8 fail",
  "1-6 fail",
  "1-5 pass",
  "1-4,6 fail",
];

/** {3,6} of eight changes by the algorithm with interference (Zeller, Yesterday my program worked, 1999). */
export const lecture: Case = {
  name: "lecture",
  async *rows() {
    const all = DeltaSet.range(1, 9);
    const { result, asked } = walk(unchecked(DeltaSet.empty, all, all), needs(3, 6));
    const order = asked.map(({ set, outcome }) => `${set} ${outcome}`);
    yield {
      experiment: "{3,6} of 8, interference",
      deltas: all.size,
      found: `{${result.cause}}`,
      tests: asked.length,
      published: `${published.length}`,
      remark: "in the lecture's order, below",
      note: `{3,6} of 8, in this order: ${order.join("; ")}.`,
      wrong: wrongIn({
        "{3,6} is found": result.cause.equals(DeltaSet.of(3, 6)),
        "the tests come in the lecture's order": order.join() === published.join(),
      }),
    };
  },
};
