import { differencesOf } from "../../src/causes/state/compare/differences.ts";
import { count, figure, median, table } from "../table.ts";
import type { Programs, Workshop } from "./workshop.ts";

const rounds = 3;
const place = { function: "checksum", hit: 1 };
/** Values; each twice as many as the one before. */
const sizes = [20_000, 40_000];
const shapes = ["tree", "list"];
/** So many values differ. */
const last = "100";

/** Large states: two captures and their comparison against one capture, and whether twice as much takes twice as long. */
export function captures(workshop: Workshop): void {
  const rows = workshop.programs.flatMap((programs) => shapes.flatMap((shape) => measured(workshop, programs, shape)));
  console.log(`\n## Large states: seconds, medians of ${rounds} rounds in turn; two captures and comparison: bar 3\n`);
  const head = [
    "",
    "values",
    "to the place",
    "capture",
    "comparison",
    "all / capture",
    "walk, × for twice",
    "comparison, ×",
  ];
  console.log(table(head, rows));
}

function measured(workshop: Workshop, programs: Programs, shape: string): string[][] {
  const { language, nodes } = programs;
  const commands = (count: number) => ["1", "2"].map((seed) => [...nodes, shape, String(count), last, seed]);
  const perNode = workshop.capture(language, commands(1000)[0]!, place).vertices.length / 1000;
  const states = sizes.map((size) => ({ commands: commands(Math.ceil(size / perNode)), rounds: [] as Round[] }));
  for (let round = 0; round < rounds; round++)
    for (const state of states) state.rounds.push(roundOf(workshop, programs, state.commands));
  return states.map((state, i) => {
    const of = (figureOf: (round: Round) => number) => median(state.rounds.map(figureOf));
    const growth = (figureOf: (round: Round) => number) =>
      i === 0 ? "" : figure(of(figureOf) / median(states[i - 1]!.rounds.map(figureOf)));
    return [
      `${language}, ${shape}`,
      count(state.rounds[0]!.values),
      figure(of(({ stopped }) => stopped)),
      figure(of(({ capture }) => capture)),
      figure(of(({ compared }) => compared)),
      figure(of(({ capture, other, compared }) => (capture + other + compared) / capture)),
      growth(({ capture, stopped }) => capture - stopped),
      growth(({ compared }) => compared),
    ];
  });
}

/** Seconds, but for the values. */
interface Round {
  readonly values: number;
  readonly stopped: number;
  readonly capture: number;
  readonly other: number;
  readonly compared: number;
}

function roundOf(
  workshop: Workshop,
  { language }: Programs,
  [passing, failing]: readonly (readonly string[])[],
): Round {
  const stopped = workshop.seconds(workshop.driven(language, { command: passing!, place, stop: true }));
  const [one, capture] = timed(() => workshop.capture(language, passing!, place));
  const [two, other] = timed(() => workshop.capture(language, failing!, place));
  const [differences, compared] = timed(() => differencesOf(one, two));
  if (differences.length < Number(last)) throw new Error(`${language}: only ${differences.length} values differ`);
  return { values: one.vertices.length, stopped, capture, other, compared };
}

function timed<Result>(act: () => Result): [Result, number] {
  const began = performance.now();
  return [act(), (performance.now() - began) / 1000];
}
