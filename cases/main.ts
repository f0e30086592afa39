/**
 * `npm run cases [-- NAME…]`: runs published experiments again and prints our figures beside the published ones, in about
 * five minutes on two cores. Every result is checked without culprit; exit 1 says which one is off.
 */
import type { Case, Row } from "./case.ts";
import { compiler } from "./compiler.ts";
import { debuggers } from "./debugger.ts";
import { fuzz } from "./fuzz.ts";
import { history } from "./history.ts";
import { keyboard } from "./keyboard.ts";
import { lecture } from "./lecture.ts";
import { options } from "./options.ts";
import { printing } from "./printing.ts";
import { schedule } from "./schedule.ts";
import { schedulePackages } from "./schedule-packages.ts";
import { selectLine } from "./select-line.ts";
import { state } from "./state.ts";
import { table } from "./table.ts";
import { threadSwitches } from "./thread-switches.ts";
import { why } from "./why.ts";
import { Workshop } from "./workshop.ts";

const cases: readonly Case[] = [
  selectLine,
  lecture,
  threadSwitches,
  keyboard,
  printing,
  compiler,
  options,
  debuggers,
  history,
  schedule,
  schedulePackages,
  fuzz,
  state,
  why,
];

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !cases.some((each) => each.name === name));
  if (unknown.length > 0) {
    console.error(`There is no case ${unknown.join(", ")}; there are ${cases.map(({ name }) => name).join(", ")}.`);
    return 2;
  }
  const workshop = new Workshop();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => workshop.stop());
  try {
    const chosen = names.length === 0 ? cases : cases.filter(({ name }) => names.includes(name));
    return report(await run(chosen, workshop));
  } finally {
    workshop.remove();
  }
}

interface Results {
  readonly rows: readonly Row[];
  /** What is off, as sentences. */
  readonly wrong: readonly string[];
}

async function run(chosen: readonly Case[], workshop: Workshop): Promise<Results> {
  const rows: Row[] = [];
  const wrong: string[] = [];
  for (const each of chosen) {
    try {
      for await (const row of each.rows(workshop)) {
        rows.push(row);
        wrong.push(...row.wrong.map((what) => `${row.experiment}: ${what}.`));
        process.stderr.write(`${row.experiment}: ${row.tests} tests\n`);
      }
    } catch (error) {
      if (workshop.stopped.aborted) return { rows, wrong: [...wrong, "Stopped before the end."] };
      wrong.push(`${each.name}: ${(error as Error).message}`);
    }
  }
  return { rows, wrong };
}

function report({ rows, wrong }: Results): number {
  const notes = new Set(rows.flatMap(({ note }) => (note === undefined ? [] : [note])));
  const seconds = Math.round(performance.now() / 1000);
  console.log(["", table(rows), "", ...notes, `${rows.length} searches in ${seconds} s.`].join("\n"));
  for (const sentence of wrong) console.error(sentence);
  return wrong.length === 0 ? 0 : 1;
}
