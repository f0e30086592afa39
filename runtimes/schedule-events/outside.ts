import { clock } from "./clock.ts";
import { gate } from "./event.ts";
import { wake } from "./pump.ts";
import { real } from "./real.ts";
import { afresh, scope } from "./scope.ts";

const said = new Set<string>();
afresh(() => said.clear());

/** Something is met that is not controlled: said once for each kind. */
export function uncontrolled(what: string): void {
  if (said.has(what) || scope.isOver()) return;
  said.add(what);
  gate.held?.log.add(`unc ${what}\n`);
}

/** As long as this lasts, real time passes. */
export function outside(what: string): () => void {
  uncontrolled(what);
  if (scope.isOver()) return () => {};
  const { openings } = gate;
  if (clock.outside++ === 0) clock.seen = real.now();
  let over = false;
  return () => {
    if (over || openings !== gate.openings) return;
    over = true;
    clock.follow();
    clock.outside--;
    wake();
  };
}

export const talk = {
  /** There is a parent process that may send messages at any time: long timers wait for their real hour, short ones need not. */
  withParent: false,
  /** Timers that run longer may be waiting for an answer. */
  answered: 2000,
};

export function talkWithParent(): void {
  uncontrolled("parent process");
  talk.withParent = true;
}
