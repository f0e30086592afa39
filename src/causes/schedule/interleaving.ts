import type { ScheduleLog } from "../../../runtimes/protocol/schedule-log.ts";
import type { Interleaving, InterleavingRow } from "./finding.ts";
import type { Kind } from "./kind.ts";

/** What ran when, for people: of each stretch where it began and where it ended. */
export async function interleavingOf(kind: Kind, { runs, lanes }: ScheduleLog): Promise<Interleaving> {
  const places = await kind.places([...runs.map(({ where }) => where), ...lanes.values()]);
  const started = new Map([...lanes.keys()].map((lane, i) => [lane, places[runs.length + i]!.text]));
  const last = new Map<string, string>();
  const rows = runs.map(({ lane, count }, i): InterleavingRow => {
    const to = places[i]!.text;
    const from = kind.threads ? (last.get(lane) ?? started.get(lane) ?? "") : to;
    last.set(lane, to);
    return { lane, count, from, to };
  });
  return { lanes: [...new Set(rows.map(({ lane }) => lane))], rows };
}
