import type { Finding, Story } from "../../core/finding.ts";
import { storyOf } from "../../run/conclude.ts";
import { causeIn, searchNameFor } from "../../search/goal.ts";
import { type Conclusion, numbersIn, type Task } from "./list.ts";

/** The whole story of a search in a list, for the reports. */
export function tellList(
  { run, request, list }: Task,
  conclusion: Conclusion,
  more: Pick<Finding, "commands" | "notes"> = {},
): Story {
  const { verdict, reason, found, minimal, assumptions } = conclusion;
  const [first] = found;
  const [cause = [], ...further] = found.map((sets) => numbersIn(causeIn(sets), list).map(list.entry));
  return storyOf(run, request, {
    finding: {
      kind: list.kind,
      verdict,
      search: searchNameFor(request.goal, request.search),
      deltas: { total: list.total, cause: first ? causeIn(first).size : list.total },
      minimal,
      by: list.unit,
      cause,
      causes: further,
      files: (first && request.output) ?? {},
      assumptions,
      ...more,
      ...(reason === undefined ? {} : { reason }),
    },
    excerpts: [],
  });
}
