import type { CauseEntry } from "../../../core/finding.ts";
import { fileAndLine, type Place, placeText } from "../control/place.ts";
import type { LocatedSwap } from "../evidence/order-evidence.ts";
import type { EarlyTurn, LocatedInterruption, LocatedTurn, SwitchEvidence } from "../evidence/switch-evidence.ts";

/** The switches as sentences: which lane is stopped where, and what runs before it continues. */
export function switchEntries({ interruptions, earlyTurns }: SwitchEvidence): CauseEntry[] {
  return interruptions.length > 0 ? interruptions.map(interruptionEntry) : earlyTurns.map(earlyTurnEntry);
}

/** Two events and their order, as a sentence. */
export function swapEntry({ first, second, places: [one, other] }: LocatedSwap): CauseEntry {
  return { text: `${one.text} runs before ${other.text}`, thread: first, against: second, ...fileAndLine(one) };
}

function interruptionEntry({ lane, after, before, otherTurns }: LocatedInterruption): CauseEntry {
  const others = otherTurns.map((turn) => `${turn.lane} runs ${turnText(turn)}`).join(" and ");
  const text = `${lane} is interrupted ${betweenText(after, before)} while ${others}`;
  return { text, thread: lane, against: otherTurns.at(-1)!.lane, ...fileAndLine(after) };
}

function betweenText(after: Place, before: Place): string {
  const [from, to] = [placeText(after), placeText(before)];
  return from === to ? `at ${to}` : `between ${from} and ${to}`;
}

function earlyTurnEntry({ segment: { lane, count }, turn, ahead }: EarlyTurn): CauseEntry {
  if (!turn) return { text: `${lane} runs up to step ${count}`, thread: lane };
  const before = ahead ? ` before ${ahead.lane} continues from ${placeText(ahead.place)}` : "";
  const text = `${lane} runs ${turnText(turn)}${before}`;
  return { text, thread: lane, ...(ahead ? { against: ahead.lane } : {}), ...fileAndLine(turn.to) };
}

function turnText({ from, to }: LocatedTurn): string {
  return from.text === to.text ? placeText(to) : `${from.text} → ${placeText(to)}`;
}
