import { basename } from "node:path";
import type { Story } from "../../core/finding.ts";
import { type Concluded, storyOf } from "../../run/conclude.ts";
import type { Run } from "../../run/run.ts";
import { searchNameFor } from "../../search/goal.ts";
import type { Unit } from "../../world/text/pieces.ts";
import { compare } from "../../world/text/side-by-side.ts";
import { causeEntries, causeExcerpts } from "./cause-entries.ts";
import { sizeOf } from "./content.ts";
import type { Inputs } from "./inputs.ts";
import type { Narrowed } from "./narrowing.ts";
import type { OutputPaths } from "./output-files.ts";
import type { InputRequest } from "./request.ts";

/** How a run over an input came out. */
export interface Conclusion extends Concluded {
  readonly causes: readonly Narrowed[];
  /** The finest into which the input is cut. */
  readonly unit: Unit;
  readonly paths?: OutputPaths;
}

/** The whole story of a run, for the reports. */
export function tell(run: Run, request: InputRequest, { failing }: Inputs, conclusion: Conclusion): Story {
  const { verdict, reason, causes, minimal, assumptions, paths, unit } = conclusion;
  const file = basename(request.failing);
  const [first, ...further] = causes;
  const entries = causes.map((cause) => causeEntries(cause, failing, file));
  const comparison = first?.edits && compare(first.edits);
  return storyOf(run, request, {
    finding: {
      kind: "input",
      verdict,
      search: searchNameFor(request.goal, request.search),
      deltas: first?.deltas ?? { total: sizeOf(failing), cause: sizeOf(failing) },
      minimal,
      by: first?.unit ?? unit,
      cause: entries[0] ?? [],
      causes: further.length > 0 ? entries.slice(1) : [],
      files: paths ?? {},
      assumptions,
      ...(reason === undefined ? {} : { reason }),
    },
    excerpts: first ? causeExcerpts(first, failing, file) : [],
    ...(comparison ? { comparison } : {}),
  });
}
