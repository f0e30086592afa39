import { join } from "node:path";
import { confirmed, paperShape } from "../test/worlds/histories.ts";
import { type Case, wrongIn } from "./case.ts";
import { culpritHistory } from "./culprit.ts";

const note =
  "history: Java PathFinder then, a generated program of the same shape now, which has an end; published: after ten nested patches in almost 200 of 208 revisions no version that passes was found.";

/** A failure that ten older defects hide, one behind the other, in 208 revisions. */
export const history: Case = {
  name: "history",
  async *rows(workshop) {
    const made = paperShape(join(workshop.path, "history"));
    const finding = await culpritHistory(workshop, made);
    const { commit, passes, fails } = confirmed(made, finding);
    const [cause] = finding.cause;
    yield {
      experiment: "history of 208 revisions, ten masks",
      deltas: made.versions,
      found: cause ? `${cause.file}:${cause.line}` : finding.verdict,
      tests: finding.tests.needed,
      published: "not found",
      note,
      wrong: wrongIn({
        "there are 208 revisions and ten masks": made.versions === 208 && made.masks.length === 10,
        "a cause was found": finding.verdict === "found",
        "the cause is in the commit that brought the defect": commit,
        "the passing version passes with the carried patches": passes,
        "it fails as the newest one does with the cause too": fails,
      }),
    };
  },
};
