import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { SourcePlace } from "../src/causes/schedule/native/source-places.ts";
import { DeltaSet } from "../src/core/delta-set.ts";
import { dd, differenceOf } from "../src/search/dd.ts";
import { walk } from "../test/walk.ts";
import { type Row, wrongIn } from "./case.ts";
import { LiteralProgram } from "./literal-program.ts";
import { Moves } from "./literal-schedule.ts";
import { markedLines } from "./marked-lines.ts";
import { root } from "./root.ts";
import type { Workshop } from "./workshop.ts";

const source = join(root, "cases", "races", "raytracer", "raytracer.c");

/** Large enough for billions of moves, as in the paper; and small, many times, to see how what is named varies. */
const large = { width: "720", switches: 20_000 };
const small = { width: "32", switches: 100, pairs: 20 };

/**
 * The experiment of Choi and Zeller (2002) in their own coordinates: two random schedules, one that passes and one that
 * fails; of the billions of moves that make the one the other, the one that makes the difference. Moving one switch changes
 * what all threads after it come to, so the line of the switch need not be one of the race: the second row counts that.
 */
export async function* literally({ path }: Workshop): AsyncGenerator<Row> {
  const folder = join(path, "literal");
  mkdirSync(folder);
  const built = await LiteralProgram.build(folder, source);
  yield await once(new LiteralProgram(folder, built, [large.width]));
  yield await often(new LiteralProgram(folder, built, [small.width]));
}

async function once(program: LiteralProgram): Promise<Row> {
  const { tried, ...found } = await isolated(program, { seed: 0, switches: large.switches });
  const at = found.place ? `${basename(source)}:${found.place.line}` : "no line";
  return {
    experiment: "raytracer, by yield points of all threads",
    deltas: found.total,
    found: `switch ${found.number + 1} has to be at ${found.time.toLocaleString("en")}, ${at}`,
    tests: found.tests,
    published: "50",
    remark: `published: of 3,842,577,240, line 91 of the race, after 66 schedules; here ${tried}`,
    wrong: wrongIn({
      "there are a billion moves": found.total >= 1e9,
      "one of them is left": found.left === 1,
      "it passes without it and fails with it": found.isConfirmed,
      "50 tests are enough": found.tests <= 50,
    }),
  };
}

async function often(program: LiteralProgram): Promise<Row> {
  const right = markedLines(source, "HERE");
  const { pairs, switches } = small;
  let [tests, moves, hits] = [0, 0, 0];
  for (let seed = 0; seed < pairs; seed++) {
    const found = await isolated(program, { seed, switches });
    tests += found.tests;
    moves += found.total;
    if (right.has(found.place?.line ?? 0)) hits++;
  }
  return {
    experiment: `the same, small, means of ${pairs} pairs of schedules`,
    deltas: Math.round(moves / pairs),
    found: `a line of the race in ${hits} of ${pairs}`,
    tests: Math.round(tests / pairs),
    published: "-",
    wrong: [],
  };
}

interface Isolated {
  readonly total: number;
  readonly left: number;
  readonly tests: number;
  readonly tried: number;
  /** Which switch, and at which yield point it fails. */
  readonly number: number;
  readonly time: number;
  readonly place: SourcePlace | undefined;
  readonly isConfirmed: boolean;
}

async function isolated(program: LiteralProgram, random: { seed: number; switches: number }): Promise<Isolated> {
  const { passing, failing, tried } = program.explore(random.seed, random.switches);
  const moves = new Moves(passing, failing);
  const { result, asked } = walk(dd(DeltaSet.empty, DeltaSet.range(0, moves.total)), (set) =>
    program.outcome(moves.applied(set)),
  );
  const [passes, fails] = [moves.applied(result.passing), moves.applied(result.failing)];
  const number = fails.findIndex((time, i) => time !== passes[i]);
  return {
    total: moves.total,
    left: differenceOf(result).size,
    tests: asked.length,
    tried,
    number,
    time: fails[number]!,
    place: await program.place(fails, number),
    isConfirmed: program.outcome(passes) === "pass" && program.outcome(fails) === "fail",
  };
}
