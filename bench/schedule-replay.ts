import { firstDifference, lengthOf, scheduleOf } from "../runtimes/protocol/schedule-log.ts";
import { portfolio } from "../src/causes/schedule/portfolio.ts";
import type { BenchProgram, Played } from "./schedule-programs.ts";
import { forPrograms } from "./schedule-shop.ts";
import { table } from "./table.ts";

const times = 100;
const mostSchedules = 500;

/** A schedule under which it comes out otherwise than by default, followed again and again: how often it is the same run. */
export async function replays(words: readonly string[]): Promise<void> {
  const rows = await forPrograms({ words }, replayed);
  console.log(`\n## Replay: the same switches or events and the same end, of ${times} runs\n`);
  console.log(table(["", "switches", "same"], rows));
}

async function replayed(program: BenchProgram): Promise<string[]> {
  const original = await other(program);
  if (!original) return [program.name, "-", `always the same outcome under ${mostSchedules} schedules`];
  const schedule = scheduleOf(original.realised);
  let same = 0;
  for (let i = 0; i < times; i++) {
    const again = await program.play({ schedule });
    if (again.fails === original.fails && !firstDifference(original.realised, again.realised)) same++;
  }
  return [program.name, String(schedule.length), String(same)];
}

async function other(program: BenchProgram): Promise<Played | undefined> {
  const { fails, realised } = await program.play({});
  let tried = 0;
  for (const policy of portfolio(1, lengthOf(realised), program.threads ? "threads" : "events")) {
    const played = await program.play({ policy });
    if (played.fails !== fails) return played;
    if (++tried === mostSchedules) return undefined;
  }
  return undefined;
}
