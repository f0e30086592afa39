import { figure, table } from "../table.ts";
import type { Result } from "./measure-subject.ts";
import { published } from "./published.ts";
import type { Score } from "./scores.ts";

type Measured = Result & Required<Pick<Result, "scores" | "lines" | "runs" | "tests" | "seconds">>;
const ways = ["state", "shown", "ochiai", "middle"] as const;
const wayNames = { state: "culprit state", shown: "its list of places", ochiai: "Ochiai alone", middle: "middle line" };

/** One row for each program, then the totals of each suite. */
export function printReport(results: readonly Result[]): void {
  for (const suite of new Set(results.map((result) => result.suite))) {
    const own = results.filter((result) => result.suite === suite);
    console.log(`${suite}\n\n${programs(own.filter(isMeasured))}\n`);
    console.log(`${totals(own.filter(isMeasured))}\n`);
    for (const line of [...rescueLines(own), ...notRunLines(own)]) console.log(line);
    for (const each of published) if (each.suite === suite) console.log(`Published: ${each.text}`);
    console.log("");
  }
}

const isMeasured = (result: Result): result is Measured => result.scores !== undefined;

function programs(results: readonly Measured[]): string {
  const head = ["program", "rank", "distance", "read %", "Ochiai", "read %", "middle", "lines", "runs", "tests", "s"];
  return table(
    head,
    results.map(({ name, scores: { state, ochiai, middle }, lines, runs, tests, seconds, verdict }) => [
      verdict === "found" ? name : `${name} (${verdict})`,
      ...[figure(state?.rank), figure(state?.distance), percent(state?.read)],
      ...[figure(ochiai?.rank), percent(ochiai?.read), figure(middle.rank)],
      ...[String(lines), `${runs.pass}+${runs.fail}`, String(tests), figure(seconds)],
    ]),
  );
}

const percent = (share: number | undefined): string => (share === undefined ? "-" : (100 * share).toFixed(1));

/** How many programs reach each mark. */
export function totals(results: readonly Measured[]): string {
  const rows = ways.map((way) => {
    const scores = results.flatMap(({ scores }) => scores[way] ?? []);
    const share = (holds: (score: Score) => boolean) => {
      const count = scores.filter(holds).length;
      return `${count} (${scores.length === 0 ? "-" : Math.round((100 * count) / scores.length)} %)`;
    };
    return [
      wayNames[way],
      String(scores.length),
      share(({ rank }) => rank !== undefined && rank <= 1),
      share(({ rank }) => rank !== undefined && rank <= 3),
      share(({ read }) => read <= 0.01),
      share(({ read }) => read <= 0.1),
    ];
  });
  return table(["", "programs", "first", "first three", "read ≤ 1 %", "≤ 10 %"], rows);
}

/** With `--weak-test`, how many changes that rescue the failing run are at another line, and whether passing runs show it. */
function rescueLines(results: readonly Result[]): readonly string[] {
  const rescues = results.flatMap((result) => result.rescues ?? []);
  if (rescues.length === 0) return [];
  const sum = (key: "all" | "false" | "caught") => rescues.reduce((total, each) => total + each[key], 0);
  return [`Rescues: ${sum("all")}, false ${sum("false")}, of these caught by passing runs ${sum("caught")}.`];
}

function notRunLines(results: readonly Result[]): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { name, notRun } of results) if (notRun) reasons.set(notRun, [...(reasons.get(notRun) ?? []), name]);
  return [...reasons].map(([reason, names]) => `Not run, ${reason}: ${names.join(", ")}.`);
}
