import type { RunEvent } from "./events.ts";

/** What the sessions of a run took in all. */
export interface JournalTotals {
  /** The lengths of the sessions, each up to its last event. */
  readonly seconds: number;
  readonly executions: number;
}

export function journalTotals(events: readonly RunEvent[]): JournalTotals {
  let [finishedSessions, session, executions] = [0, 0, 0];
  for (const event of events) {
    if (event.event === "session") finishedSessions += session;
    session = event.event === "session" ? 0 : event.at;
    executions += executionsOf(event);
  }
  return { seconds: finishedSessions + session, executions };
}

function executionsOf(event: RunEvent): number {
  if (event.event === "trial" || event.event === "confirmation") return event.runs;
  if (event.event === "ends") return event.executions;
  return event.event === "moot" ? 1 : 0;
}
