import { mayTest } from "../../../run/may-test.ts";
import { type CapturedPair, captureChunks, captureStates } from "../capture/capture-state.ts";
import type { CommonMoment, NotComparable } from "../capture/place.ts";
import { Pairing } from "../compare/pairing.ts";
import { chunksToCapture, type UnseenParts, unseenParts } from "../compare/unseen-parts.ts";
import type { StateRun } from "../state-run.ts";
import type { Coverage } from "./place-finding.ts";

/** Both memories at a place, side by side. */
export interface ComparedStates extends Pick<CapturedPair, "milliseconds" | "printed"> {
  readonly pairing: Pairing;
  readonly coverage?: Coverage;
}

/** Maximum number of further captures: what differs in a large thing may be a large thing itself. */
const maxRounds = 3;

/**
 * Captures both runs at a place. Where there is too much, the parts of large things come as digests; those that differ are captured in
 * a second go.
 */
export async function compareStates(stateRun: StateRun, at: CommonMoment): Promise<ComparedStates | NotComparable> {
  const captured = await captureStates(stateRun, at);
  if ("reason" in captured) return captured;
  const { passing, failing, ...measured } = captured;
  let pairing = new Pairing(passing, failing);
  let unseen = unseenParts(pairing);
  const wanted = chunksToCapture(unseen, []);
  for (let round = 0, size = 0; round < maxRounds && wanted.length > size && mayTest(stateRun.run); round++) {
    size = wanted.length;
    const again = await captureChunks(stateRun, at, wanted);
    if (!again) break;
    pairing = new Pairing(again.passing, again.failing);
    unseen = unseenParts(pairing);
    wanted.push(...chunksToCapture(unseen, wanted));
  }
  return { pairing, ...measured, ...coverageOf(pairing, unseen) };
}

function coverageOf({ passing, failing }: Pairing, unseen: readonly UnseenParts[]): Pick<ComparedStates, "coverage"> {
  const graphs = [passing, failing];
  if (unseen.length === 0 && graphs.every(({ truncated }) => !truncated)) return {};
  const captured = Math.max(...graphs.map(({ vertices }) => vertices.length));
  const isCounted = graphs.every(({ truncated, total }) => !truncated || total !== undefined);
  const total = Math.max(...graphs.map(({ total, vertices }) => total ?? vertices.length));
  return { coverage: { captured, ...(isCounted ? { total } : {}), unseen: unseen.map(({ name }) => name) } };
}
