import { lengthOf, type RunLength } from "../runtimes/protocol/schedule-log.ts";
import { maxShortSteps, portfolio } from "../src/causes/schedule/portfolio.ts";
import type { BenchProgram } from "./schedule-programs.ts";
import { forPrograms } from "./schedule-shop.ts";
import { count, mean, table } from "./table.ts";

/** How many schedules of each strategy. Starting Node takes long. */
const schedules = { threads: 50, events: 8 };

/** Failing schedules in 100, by the ways in which the portfolio chooses who runs next, and for all of them in turn. */
export async function exploration(words: readonly string[]): Promise<void> {
  for (const kind of ["threads", "events"] as const) {
    const rows = await forPrograms({ words, kind }, explored);
    if (rows.length === 0) continue;
    console.log(`\n## Failing schedules in 100: ${kind}, ${schedules[kind]} of each strategy\n`);
    console.log(table(["", "default", "steps", ...strategyNames(kind === "threads"), "all"], cells(rows)));
  }
}

function cells(rows: readonly Awaited<ReturnType<typeof explored>>[]): string[][] {
  const columns = Math.max(...rows.map(({ strategies }) => strategies.length));
  const ofEach = (figure: (strategies: readonly Strategy[]) => string) =>
    Array.from({ length: columns }, (_, i) => figure(rows.flatMap(({ strategies }) => strategies[i] ?? [])));
  return [
    ...rows.map(({ name, fails, steps, strategies, all }) => [
      name,
      fails ? "fails" : "passes",
      count(steps),
      ...Array.from({ length: columns }, (_, i) => (strategies[i] ? percent(strategies[i].share) : "-")),
      percent(all),
    ]),
    [
      "mean",
      "",
      "",
      ...ofEach((strategies) => percent(mean(strategies.map(({ share }) => share)))),
      percent(mean(rows.map(({ all }) => all))),
    ],
    [
      `of ${rows.length}, comes out otherwise in`,
      "",
      "",
      ...ofEach((strategies) => String(strategies.filter(({ isUseful }) => isUseful).length)),
      String(rows.filter(({ strategies }) => strategies.some(({ isUseful }) => isUseful)).length),
    ],
  ];
}

interface Strategy {
  readonly share: number;
  readonly isUseful: boolean;
}

async function explored(program: BenchProgram) {
  const { fails, realised } = await program.play({});
  // A long run has more strategies at synchronisations, with other seeds: these could not be told apart here.
  const length = { ...lengthOf(realised), steps: Math.min(lengthOf(realised).steps, maxShortSteps) };
  const { threads, name } = program;
  const policies = portfolio(1, length, threads ? "threads" : "events");
  const names = strategyNames(threads, length);
  const rounds: boolean[][] = [];
  for (let i = 0; i < schedules[threads ? "threads" : "events"]; i++) {
    const round: boolean[] = [];
    for (const _ of names) round.push((await program.play({ policy: policies.next().value })).fails);
    rounds.push(round);
  }
  const strategies = names.map((_, i) => rounds.map((round) => round[i]!));
  return {
    ...{ name, fails, steps: length.steps },
    strategies: strategies.map((outcomes) => ({
      share: mean(outcomes.map(Number)),
      isUseful: outcomes.some((outcome) => outcome !== fails),
    })),
    all: mean(rounds.flat().map(Number)),
  };
}

/** The portfolio goes round, with the next seed each time. Quanta that depend on the program are named after that. */
function strategyNames(threads: boolean, { syncs }: Pick<RunLength, "syncs"> = { syncs: 1 }): string[] {
  const names: string[] = [];
  const length = { steps: 10 * tellingSteps, syncs: threads ? syncs : 0 };
  for (const policy of portfolio(0, length, threads ? "threads" : "events")) {
    if (policy.name === "default" || policy.seed > 0) break;
    const detail = policy.name === "pct" ? policy.depth : policy.quantum;
    const at = "syncs" in policy ? " sync" : "";
    names.push(`${policy.name} ${detail === tellingSteps ? "1/10" : detail}${at}`);
  }
  return names;
}

const tellingSteps = 5_432;

function percent(share: number): string {
  return String(Math.round(100 * share));
}
