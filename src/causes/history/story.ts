import { dirname } from "node:path";
import type { CauseEntry, Story } from "../../core/finding.ts";
import { verdictOf } from "../../run/conclusion.ts";
import type { Refusal } from "../../run/ends/reproduce.ts";
import { storyOf } from "../../run/story.ts";
import { type ChangesConclusion, changesDetails, linesOf } from "../../versions/changes/changes-conclusion.ts";
import { checkoutCommands } from "./checkout-commands.ts";
import type { HistoryContext } from "./context.ts";
import { adviceToContinue } from "./continue-by-hand.ts";
import type { HistoryFinding } from "./finding.ts";
import type { PatchedVersion } from "./patches/patch-series.ts";
import { oldestFailing, type WrittenCure, wayBack } from "./way-back.ts";

/** What was found between a version that passes and one that fails. */
export interface FoundBetween {
  readonly conclusion: ChangesConclusion;
  readonly passing: PatchedVersion;
  readonly failing: PatchedVersion;
  /** The patches of the passing version. */
  readonly cures: readonly WrittenCure[];
}

/** The story of a cause that was found, or narrowed down. */
export function foundStory(context: HistoryContext, found: FoundBetween): Story<HistoryFinding> {
  const { conclusion, passing, failing, cures } = found;
  const { cwd } = context.historyRequest;
  const { root } = context.history.repository;
  const details = changesDetails(context.run, conclusion);
  const cause = conclusion.patches?.find(({ name }) => name === "cause")?.file;
  const carried = cures[0] && dirname(cures[0].file);
  const files = carried === undefined ? {} : { carried };
  return storyOf<HistoryFinding>(context.run, context.request, {
    conclusion,
    ...linesOf(conclusion, context.pair.new),
    details: {
      ...details,
      files: { ...details.files, ...files },
      history: {
        ...wayBack(context, cures),
        ...(cause === undefined ? {} : checkoutCommands({ cwd, root }, { passing, failing, cause, ...files })),
      },
    },
  });
}

/** The story of a run that was stopped among the commits. */
export function suspectsStory(context: HistoryContext, suspects: readonly CauseEntry[]): Story<HistoryFinding> {
  const { run, request } = context;
  const { name, search, deltas } = run.stages.at(-1)!;
  return storyOf<HistoryFinding>(run, request, {
    conclusion: { verdict: verdictOf(run, false), minimal: false, assumptions: [] },
    details: {
      goal: "isolate",
      ...{ search, by: name, deltas, cause: [...suspects] },
      history: wayBack(context),
    },
  });
}

/** The story of a run in which no version passed; without a verdict or a reason, it was stopped. */
export function nonePassedStory(context: HistoryContext, { verdict, reason }: Partial<Refusal>): Story<HistoryFinding> {
  const { run, request, history } = context;
  return storyOf<HistoryFinding>(run, request, {
    conclusion: {
      verdict: verdict ?? (reason === undefined ? verdictOf(run, false) : "not-reproduced"),
      ...(reason === undefined ? {} : { reason: reason + adviceToContinue(context) }),
      minimal: false,
      assumptions: [],
    },
    details: {
      goal: "simplify",
      search: "walk-back",
      by: "versions",
      deltas: { total: history.oldest, cause: history.oldest - oldestFailing(context) },
      history: wayBack(context),
    },
  });
}
