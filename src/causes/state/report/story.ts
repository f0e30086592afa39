import type { BrokenAssumption, Story } from "../../../core/finding.ts";
import { brokenAssumptionsOf, nothingFound, storyOf, verdictOf } from "../../../run/conclude.ts";
import type { Refusal } from "../../../run/reproduce.ts";
import type { NotComparable } from "../capture/place.ts";
import type { StateDifference } from "../compare/differences.ts";
import type { Sources } from "../conclude/sources.ts";
import type { Transition } from "../follow/rank.ts";
import type { Checkpoint } from "../follow/time-span.ts";
import { changeable, type PlaceFinding } from "../isolate/place-finding.ts";
import type { NewStateRun, StateRun } from "../state-run.ts";
import { chainLinks, transitionEntry } from "./chain.ts";
import { causeEntries, contextEntry } from "./entries.ts";
import { stateNotes } from "./notes.ts";

/** Everything that was found, and read from disk, for the report. */
export interface StateFindings {
  readonly checkpoints: readonly Checkpoint[];
  /** The likeliest place of the defect first. */
  readonly transitions: readonly Transition[];
  readonly answer: PlaceFinding;
  readonly broken: readonly BrokenAssumption[];
  /** Other causes at the place of the answer. */
  readonly runnerUps: readonly (readonly StateDifference[])[];
  /** Named places at which the runs could not be compared. */
  readonly skipped: readonly NotComparable[];
  /** The search came to its end. */
  readonly complete: boolean;
  /** `--max-places` ended the search. */
  readonly hitPlaceLimit: boolean;
  readonly sources: Sources;
}

const common = { kind: "state", search: "dd", by: "values" };

export function stateStory(stateRun: StateRun, findings: StateFindings): Story {
  const { run, request } = stateRun;
  const { answer, broken, runnerUps, complete } = findings;
  const deltas = { total: changeable(answer.differences).length, cause: answer.cause.length };
  const finding = {
    ...nothingFound({ ...common, deltas, verdict: verdictOf(run, complete) }),
    minimal: complete && answer.complete && broken.length === 0,
    cause: causeEntries(answer, request.cwd),
    ...contextEntry(answer),
    causes: runnerUps.map((cause) => causeEntries({ ...answer, cause }, request.cwd)),
    chain: chainLinks(stateRun, findings),
    transitions: findings.transitions.map((each) => transitionEntry(stateRun, each, findings)),
    notes: stateNotes(request, findings),
    assumptions: [...brokenAssumptionsOf(run, []), ...broken],
  };
  return storyOf(run, request, { finding, excerpts: [] });
}

/** The story of a run without a cause. */
export function refusedStory({ run, request }: NewStateRun, { verdict, reason }: Refusal): Story {
  const finding = nothingFound({ ...common, verdict, deltas: { total: 0, cause: 0 } });
  return storyOf(run, request, { finding: { ...finding, ...(reason === undefined ? {} : { reason }) }, excerpts: [] });
}
