import { countSteps } from "../runtimes/protocol/schedule-log.ts";
import { portfolio } from "../src/causes/schedule/portfolio.ts";
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
  const ofEach = (figure: (i: number) => string) => rows[0]!.strategies.map((_, i) => figure(i));
  return [
    ...rows.map(({ name, fails, steps, strategies, all }) => [
      name,
      fails ? "fails" : "passes",
      count(steps),
      ...strategies.map(({ share }) => percent(share)),
      percent(all),
    ]),
    [
      "mean",
      "",
      "",
      ...ofEach((i) => percent(mean(rows.map(({ strategies }) => strategies[i]!.share)))),
      percent(mean(rows.map(({ all }) => all))),
    ],
    [
      `of ${rows.length}, comes out otherwise in`,
      "",
      "",
      ...ofEach((i) => String(rows.filter(({ strategies }) => strategies[i]!.isUseful).length)),
      String(rows.filter(({ strategies }) => strategies.some(({ isUseful }) => isUseful)).length),
    ],
  ];
}

async function explored(program: BenchProgram) {
  const { fails, realised } = await program.play({});
  const steps = countSteps(realised);
  const { threads, name } = program;
  const policies = portfolio(1, steps, threads ? "threads" : "events");
  const rounds: boolean[][] = [];
  for (let i = 0; i < schedules[threads ? "threads" : "events"]; i++) {
    const round: boolean[] = [];
    for (const _ of strategyNames(threads)) round.push((await program.play({ policy: policies.next().value })).fails);
    rounds.push(round);
  }
  const strategies = strategyNames(threads).map((_, i) => rounds.map((round) => round[i]!));
  return {
    ...{ name, fails, steps },
    strategies: strategies.map((outcomes) => ({
      share: mean(outcomes.map(Number)),
      isUseful: outcomes.some((outcome) => outcome !== fails),
    })),
    all: mean(rounds.flat().map(Number)),
  };
}

/** The portfolio goes round, with the next seed each time. Quanta that depend on the program are named after that. */
function strategyNames(threads: boolean): string[] {
  const names: string[] = [];
  for (const policy of portfolio(0, 10 * tellingSteps, threads ? "threads" : "events")) {
    if (policy.name === "default" || policy.seed > 0) break;
    const detail = policy.name === "pct" ? policy.depth : policy.quantum;
    names.push(`${policy.name} ${detail === tellingSteps ? "1/10" : detail}`);
  }
  return names;
}

const tellingSteps = 54_321;

function percent(share: number): string {
  return String(Math.round(100 * share));
}
