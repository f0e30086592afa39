import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { ScheduleRuntime } from "../control/schedule-runtime.ts";
import type { Interleaving, InterleavingRow } from "../finding.ts";

/** Who ran when, for people: where each turn of a lane began and ended. Empty without a log. */
export async function interleavingOf(runtime: ScheduleRuntime, log: ScheduleLog | undefined): Promise<Interleaving> {
  if (!log) return { lanes: [], rows: [] };
  const { runs, lanes } = log;
  const places = await runtime.findPlaces([...runs.map(({ where }) => where), ...lanes.values()]);
  const started = new Map([...lanes.keys()].map((lane, i) => [lane, places[runs.length + i]!.text]));
  const last = new Map<string, string>();
  const rows = runs.map(({ lane, count }, i): InterleavingRow => {
    const to = places[i]!.text;
    const from = runtime.lanes === "threads" ? (last.get(lane) ?? started.get(lane) ?? "") : to;
    last.set(lane, to);
    return { lane, count, from, to };
  });
  const [, signal] = /^signal (.*)$/.exec(log.end ?? "") ?? [];
  const crashed = rows.at(-1);
  const crash = signal !== undefined && crashed ? { crash: { lane: crashed.lane, place: crashed.to, signal } } : {};
  return { lanes: [...new Set(rows.map(({ lane }) => lane))], rows, ...crash };
}
