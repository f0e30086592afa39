import type { CauseEntry } from "../../../core/finding.ts";
import { fileAndLine, type Place, placeText, tellApart } from "../control/place.ts";
import type { LocatedSwap } from "../evidence/order-evidence.ts";
import type { EarlyTurn, LocatedInterruption, SwitchEvidence } from "../evidence/switch-evidence.ts";

/** The switches as sentences: which lane is stopped where, and what runs before it continues. */
export function switchEntries({ interruptions, earlyTurns }: SwitchEvidence): CauseEntry[] {
  return interruptions.length > 0 ? interruptions.map(interruptionEntry) : earlyTurns.map(earlyTurnEntry);
}

/** Two events and their order, as a sentence. */
export function swapEntry({ first, second, places: [one, other] }: LocatedSwap): CauseEntry {
  return { text: `${one.text} runs before ${other.text}`, thread: first, against: second, ...fileAndLine(one) };
}

function interruptionEntry({ lane, after, before, otherTurns }: LocatedInterruption): CauseEntry {
  const [start, end, ...ends] = tellApart([after, before, ...otherTurns.flatMap(({ from, to }) => [from, to])]);
  const others = otherTurns.map((turn, i) => `${turn.lane} runs ${turnText(ends[2 * i]!, ends[2 * i + 1]!)}`);
  const text = `${lane} is interrupted ${betweenText(start!, end!)} while ${others.join(" and ")}`;
  return { text, thread: lane, against: otherTurns.at(-1)!.lane, ...fileAndLine(after) };
}

function betweenText(after: Place, before: Place): string {
  const [from, to] = [placeText(after), placeText(before)];
  return from === to ? `at ${to}` : `between ${from} and ${to}`;
}

function earlyTurnEntry({ segment: { lane, count }, turn, ahead }: EarlyTurn): CauseEntry {
  if (!turn) return { text: `${lane} runs up to step ${count}`, thread: lane };
  const [from, to, place] = tellApart([turn.from, turn.to, ...(ahead ? [ahead.place] : [])]);
  const before = ahead ? ` before ${ahead.lane} continues from ${placeText(place!)}` : "";
  const text = `${lane} runs ${turnText(from!, to!)}${before}`;
  return { text, thread: lane, ...(ahead ? { against: ahead.lane } : {}), ...fileAndLine(turn.to) };
}

function turnText(from: Place, to: Place): string {
  return from.text === to.text ? placeText(to) : `${from.text} → ${placeText(to)}`;
}
