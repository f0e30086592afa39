import { mayTest } from "../../../run/may-test.ts";
import { findLinesOfCall } from "../capture/moments.ts";
import type { CommonMoment, SourcePlace } from "../capture/place.ts";
import type { StateRun } from "../state-run.ts";
import type { Transition } from "./rank.ts";

/** Maximum number of calls to look into: each takes a run of the program. */
const maxCalls = 4;

/**
 * Adds the lines inside of the calls that the failing run makes after the runs have parted, behind those of the branch itself; the
 * likeliest transitions come first.
 */
export async function withLinesOfCalls(stateRun: StateRun, transitions: readonly Transition[]): Promise<Transition[]> {
  let left = maxCalls;
  const extended: Transition[] = [];
  for (const transition of transitions) {
    const { parting } = transition;
    const calls = mayTest(stateRun.run) ? (parting?.parting?.calls.slice(0, left) ?? []) : [];
    left -= calls.length;
    const lines: SourcePlace[] = [];
    for (const call of calls) lines.push(...(await findLinesOfCall(stateRun, call)));
    extended.push(parting && lines.length > 0 ? { ...transition, parting: withLines(parting, lines) } : transition);
  }
  return extended;
}

function withLines(moment: CommonMoment, more: readonly SourcePlace[]): CommonMoment {
  const { lines, calls } = moment.parting!;
  const all = new Map([...lines, ...more].map((each) => [`${each.file}:${each.line}`, each]));
  return { ...moment, parting: { calls, lines: [...all.values()] } };
}
