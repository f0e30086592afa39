import { callersOf, callSite } from "../places/call-site.ts";
import { LoopEvent } from "./event.ts";
import { scheduler } from "./state.ts";

// biome-ignore lint/suspicious/noExplicitAny: any function.
type Callee = (...args: any[]) => unknown;

/** The current event creates another one; `callee` is the function that the program called for that. */
export function createEvent(kind: string, run: () => void, callee: Callee): LoopEvent {
  const event = new LoopEvent(kind, run, siteOf(callee));
  // Only for those that somebody asks about: it is slow.
  if (isWatched(event)) event.callers = callersOf(callee) || inheritedCallers(event);
  return event;
}

/** Creates an event that no line of the program asked for directly: its place is that of the current event. */
export function createInnerEvent(kind: string, run: () => void): LoopEvent {
  const event = new LoopEvent(kind, run, inheritedSite());
  if (isWatched(event)) event.callers = inheritedCallers(event);
  return event;
}

function isWatched({ id }: LoopEvent): boolean {
  return scheduler.run?.plan.watched.has(id) === true;
}

function inheritedCallers({ site }: LoopEvent): string {
  return site === scheduler.current.site ? scheduler.current.callers : "";
}

/** The place of what the program starts now by calling `callee`. */
export function siteOf(callee: Callee): string {
  const inherited = inheritedSite();
  return callSite(callee, inherited) ?? inherited;
}

function inheritedSite(): string {
  return scheduler.site ?? scheduler.current.site;
}

/** The number of events whose place is always read from the stack. */
const exactSites = 20_000;
const knownSites = new WeakMap<object, { readonly from: string; readonly ordinal: number; readonly site: string }>();

/**
 * Like `createEvent`, for a callback that may be set again and again. Reading the stack costs more than all the rest, so in a long
 * run the place is remembered if the same callback is set as the same child by an event of the same place. The caller sets `run`.
 */
export function createEventFor(callback: object, kind: string, callee: Callee): LoopEvent {
  if (scheduler.created < exactSites) return createEvent(kind, doNothing, callee);
  const { site: from, children } = scheduler.current;
  const known = knownSites.get(callback);
  if (known !== undefined && known.from === from && known.ordinal === children)
    return new LoopEvent(kind, doNothing, known.site);
  const event = createEvent(kind, doNothing, callee);
  knownSites.set(callback, { from, ordinal: children, site: event.site });
  return event;
}

const doNothing = () => {};
