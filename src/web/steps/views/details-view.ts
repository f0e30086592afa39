import type { DeltaSet } from "../../../core/delta-set.ts";
import type { Markup } from "../../../report/html/markup.ts";
import type { RunSteps } from "../run-steps.ts";
import { chosenItems } from "./chosen-items.ts";
import { diffView } from "./diff-view.ts";
import { lanesView } from "./lanes-view.ts";
import { orderView } from "./order-view.ts";
import { sidesView } from "./sides-view.ts";
import { swapsView } from "./swaps-view.ts";
import { versionsView } from "./versions-view.ts";

/** The world of a step as its stage describes it; undefined: it does not, or in a way that this version does not know. */
export function detailsView(steps: RunSteps, step: number, set: DeltaSet | undefined): Markup | undefined {
  const { details } = steps.stageAt(step);
  if (details?.kind === "versions") return versionsView(steps, step, details);
  if (details?.kind === "swaps") return swapsView(details, steps.sizesAt(step).size);
  if (!details || !set) return undefined;
  switch (details.kind) {
    case "diff":
      return diffView(chosenItems(details, set));
    case "sides":
      return sidesView(details.heads, chosenItems(details, set));
    case "order":
      return orderView(details, chosenItems(details, set));
    case "lanes":
      return lanesView(chosenItems(details, set));
    default:
      return undefined;
  }
}
