import type { Story } from "../../../core/finding.ts";
import { suspectEntries } from "../../../lines/story.ts";
import { type LineFindings, noSuspects } from "../../../lines/suspects.ts";
import { brokenAssumptionsOf, verdictOf } from "../../../run/conclusion.ts";
import type { Refusal } from "../../../run/ends/reproduce.ts";
import { mayTest } from "../../../run/may-test.ts";
import { storyOf } from "../../../run/story.ts";
import { commandsOf } from "../command/commands-of.ts";
import type { StateFinding } from "../finding.ts";
import { changeable } from "../isolate/place-finding.ts";
import type { StateRequest } from "../request.ts";
import type { NewStateRun, StateRun } from "../state-run.ts";
import { chainLinks, transitionEntry } from "./chain.ts";
import { contextEntry, stateCauseEntries } from "./entries.ts";
import type { StateFindings } from "./findings.ts";
import { noValueNotes } from "./no-cause.ts";
import { lineNotes, stateNotes } from "./notes.ts";
import { partnerEntry, partnerNotes } from "./partner.ts";
import { rankPlaces } from "./places.ts";

const common = { goal: "isolate", search: "dd", by: "values" } as const;

export function stateStory(stateRun: StateRun, findings: StateFindings): Story<StateFinding> {
  const { run, request } = stateRun;
  const { answer, broken, runnerUps, complete } = findings;
  const transitions = findings.transitions.map((each) => transitionEntry(stateRun, each, findings));
  const moves = findings.transitions.map(({ before }) => before.found?.stack[0]);
  const lines = suspectEntries(request.cwd, findings.lines, moves);
  return storyOf<StateFinding>(run, request, {
    conclusion: {
      verdict: verdictOf(run, complete),
      minimal: complete && answer.complete && broken.length === 0,
      assumptions: [...brokenAssumptionsOf(run, []), ...broken],
    },
    details: {
      ...common,
      ...commandsEntry(request),
      ...partnerEntry(request),
      deltas: { total: changeable(answer.differences).length, cause: answer.cause.length },
      cause: stateCauseEntries(answer, request.cwd),
      ...contextEntry(answer, request.cwd),
      causes: runnerUps.map((cause) => stateCauseEntries({ ...answer, cause }, request.cwd)),
      chain: chainLinks(stateRun, findings),
      transitions,
      places: rankPlaces(lines.suspects, transitions),
      ...lines,
      notes: [...notesOf(request), ...stateNotes(request, findings)],
    },
  });
}

/** Without transitions. */
function linesWithPlaces({ cwd }: StateRequest, lines: LineFindings): Partial<StateFinding> {
  const entries = suspectEntries(cwd, lines);
  const places = rankPlaces(entries.suspects);
  return { ...entries, ...(places.length === 0 ? {} : { places }) };
}

/** No values are the cause, as `noCause` says, but changed code makes the failing run pass. */
export function suspectsStory(stateRun: StateRun, lines: LineFindings, noCause?: Refusal): Story<StateFinding> {
  const { run, request } = stateRun;
  const details = { ...withoutValues(request, lines), ...linesWithPlaces(request, lines) };
  return storyOf<StateFinding>(run, request, {
    conclusion: { verdict: verdictOf(run, mayTest(run)), minimal: false, assumptions: brokenAssumptionsOf(run, []) },
    details: { ...details, notes: [...details.notes, ...noValueNotes(noCause)] },
  });
}

/** The story of a run without a cause. */
export function noCauseStory(
  { run, request }: NewStateRun,
  { verdict, reason }: Refusal,
  lines: LineFindings = noSuspects,
): Story<StateFinding> {
  const unchanged = lines.reason === undefined ? [] : [`No code was changed, because ${lines.reason}.`];
  const reasons = [...(reason === undefined ? [] : [reason]), ...unchanged].join("\n");
  return storyOf<StateFinding>(run, request, {
    conclusion: { verdict, ...(reasons === "" ? {} : { reason: reasons }), minimal: false, assumptions: [] },
    details: { ...withoutValues(request, lines), ...linesWithPlaces(request, lines) },
  });
}

function withoutValues(request: StateRequest, lines: LineFindings) {
  const notes = [...notesOf(request), ...lineNotes(lines, request.cwd)];
  return { ...common, ...commandsEntry(request), ...partnerEntry(request), deltas: { total: 0, cause: 0 }, notes };
}

function commandsEntry(request: StateRequest): Pick<StateFinding, "commands"> {
  const commands = commandsOf(request);
  return commands ? { commands } : {};
}

function notesOf({ partner }: StateRequest): string[] {
  return partner ? partnerNotes(partner) : [];
}
