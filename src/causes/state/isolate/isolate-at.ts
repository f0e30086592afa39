import type { MemoryGraph } from "../../../../runtimes/protocol/state.ts";
import type { CommonMoment, NotComparable } from "../capture/place.ts";
import { compareMemories, type StateDifference } from "../compare/differences.ts";
import { namesAt } from "../compare/names-at.ts";
import { pictureOf } from "../picture/picture.ts";
import type { StateRun } from "../state-run.ts";
import { compareStates } from "./compare-states.ts";
import { isolateCause, noneChangeable } from "./isolate-cause.ts";
import { isolateInProgram } from "./isolate-in-program.ts";
import { chooseSplice, withSplice } from "./output-splice.ts";
import { changeable, type PlaceFinding } from "./place-finding.ts";

/**
 * Compares the two runs at a place and isolates the difference that makes the passing one fail. Tries the causes found nearby first:
 * one that still makes it fail has not moved.
 */
export async function isolateAt(
  stateRun: StateRun,
  at: CommonMoment,
  nearby: readonly PlaceFinding[] = [],
): Promise<PlaceFinding | NotComparable> {
  const compared = await compareStates(stateRun, at);
  if ("reason" in compared) return compared;
  const { pairing, milliseconds, printed, coverage } = compared;
  const { differences, incomparable } = compareMemories(pairing);
  const changes = changeable(differences);
  if (changes.length === 0 && differences.length > 0) return { at, reason: noneChangeable };
  const splice = changes.length > 0 && printed ? await chooseSplice(stateRun, at, printed) : undefined;
  const { stack } = pairing.passing;
  const { cwd } = stateRun.request;
  const { nameOf } = namesAt({ differences, stack }, cwd);
  const isolate = (some: readonly StateDifference[]) =>
    isolateCause(withSplice(stateRun, splice), at, { changes: some, among: changes, nearby, milliseconds, nameOf });
  const isolated = await isolateInProgram(isolate, changes, { stack, cwd });
  if ("reason" in isolated) return { at, tried: true, ...isolated };
  const { found, complete, impossible = [] } = isolated;
  const { cause } = found;
  return {
    at,
    stack,
    ...(coverage ? { coverage } : {}),
    ...(incomparable.length > 0 ? { incomparable } : {}),
    milliseconds,
    differences: withoutChanges(differences, impossible),
    ...found,
    complete,
    ...(splice ? { splice } : {}),
    ...unknownInputs(pairing.passing, pairing.failing),
    ...(cause.length > 0 ? { picture: pictureOf({ pairing, differences, cause }) } : {}),
  };
}

/** The driver refused to make some of the changes. */
function withoutChanges(
  differences: readonly StateDifference[],
  impossible: readonly StateDifference[],
): StateDifference[] {
  return differences.map((each) => {
    if (!impossible.includes(each)) return each;
    const { change: _, ...fixed } = each;
    return fixed;
  });
}

function unknownInputs(...graphs: readonly MemoryGraph[]): Pick<PlaceFinding, "unknownInputs"> {
  const names = graphs.flatMap(({ roots, vertices }) =>
    roots.flatMap((root) => ("input" in root && vertices[root.vertex]!.kind === "opaque" ? [root.name] : [])),
  );
  return names.length > 0 ? { unknownInputs: [...new Set(names)] } : {};
}
