import type { Story } from "../../../core/finding.ts";
import { brokenAssumptionsOf, nothingFound, storyOf, verdictOf } from "../../../run/conclude.ts";
import type { Refusal } from "../../../run/reproduce.ts";
import { changeable } from "../isolate/place-finding.ts";
import type { NewStateRun, StateRun } from "../state-run.ts";
import { chainLinks, transitionEntry } from "./chain.ts";
import { contextEntry, stateCauseEntries } from "./entries.ts";
import type { StateFindings } from "./findings.ts";
import { stateNotes } from "./notes.ts";

const common = { kind: "state", search: "dd", by: "values" };

export function stateStory(stateRun: StateRun, findings: StateFindings): Story {
  const { run, request } = stateRun;
  const { answer, broken, runnerUps, complete } = findings;
  const deltas = { total: changeable(answer.differences).length, cause: answer.cause.length };
  const finding = {
    ...nothingFound({ ...common, deltas, verdict: verdictOf(run, complete) }),
    minimal: complete && answer.complete && broken.length === 0,
    cause: stateCauseEntries(answer, request.cwd),
    ...contextEntry(answer),
    causes: runnerUps.map((cause) => stateCauseEntries({ ...answer, cause }, request.cwd)),
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
