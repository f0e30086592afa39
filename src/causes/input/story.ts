import { basename } from "node:path";
import type { Story } from "../../core/finding.ts";
import type { InvestigationEnd } from "../../run/investigate.ts";
import { type FinishedRun, storyOf } from "../../run/story.ts";
import { searchNameFor } from "../../search/goal.ts";
import { compare } from "../../world/text/side-by-side.ts";
import { causeEntries, causeExcerpts } from "./cause-entries.ts";
import { sizeOf } from "./content.ts";
import type { InputFinding } from "./finding.ts";
import type { InputResult, InputSearch } from "./input-search.ts";
import { finestUnit } from "./inputs.ts";
import type { Located } from "./locate/locate.ts";

/** Everything that the reports need to know about a run. */
export function inputStory(
  { run, request, inputs }: Pick<InputSearch, "request" | "inputs"> & { readonly run: FinishedRun },
  conclusion: InvestigationEnd<InputResult>,
  located: Located = { notes: [] },
): Story<InputFinding> {
  const { causes = [], paths = {} } = conclusion.result ?? {};
  const { failing } = inputs;
  const original = { content: failing, name: basename(request.failing) };
  const [first] = causes;
  const [cause = [], ...further] = causes.map((each) => causeEntries(each, original));
  const comparison = first?.edits && compare(first.edits);
  return storyOf<InputFinding>(run, request, {
    conclusion,
    details: {
      goal: request.goal === "simplify" ? "simplify" : "isolate",
      search: searchNameFor(request.goal, request.search),
      deltas: first?.deltas ?? { total: sizeOf(failing), cause: sizeOf(failing) },
      by: first?.unit ?? finestUnit(request, failing),
      cause,
      causes: further,
      files: { ...paths },
      ...located,
    },
    excerpts: first ? causeExcerpts(first, original) : [],
    ...(comparison ? { comparison } : {}),
  });
}
