import { basename } from "node:path";
import type { Story } from "../../core/finding.ts";
import type { InvestigationEnd } from "../../run/investigate.ts";
import { storyOf } from "../../run/story.ts";
import { searchNameFor } from "../../search/goal.ts";
import { compare } from "../../world/text/side-by-side.ts";
import { causeEntries, causeExcerpts } from "./cause-entries.ts";
import { sizeOf } from "./content.ts";
import type { InputResult, InputSearch } from "./input-search.ts";
import { finestUnit } from "./inputs.ts";

/** The whole story of a run, for the reports. */
export function inputStory({ run, request, inputs }: InputSearch, conclusion: InvestigationEnd<InputResult>): Story {
  const { causes = [], paths = {} } = conclusion.result ?? {};
  const { failing } = inputs;
  const file = basename(request.failing);
  const [first] = causes;
  const [cause = [], ...further] = causes.map((each) => causeEntries(each, failing, file));
  const comparison = first?.edits && compare(first.edits);
  return storyOf(run, request, {
    conclusion,
    details: {
      goal: request.goal === "simplify" ? "simplify" : "isolate",
      search: searchNameFor(request.goal, request.search),
      deltas: first?.deltas ?? { total: sizeOf(failing), cause: sizeOf(failing) },
      by: first?.unit ?? finestUnit(request, failing),
      cause,
      causes: further,
      files: { ...paths },
    },
    excerpts: first ? causeExcerpts(first, failing, file) : [],
    ...(comparison ? { comparison } : {}),
  });
}
