import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ValueChange } from "../../runtimes/protocol/state.ts";
import { differencesOf } from "../../src/causes/state/compare/differences.ts";
import { figure, median, table } from "../table.ts";
import type { Programs, Workshop } from "./workshop.ts";

const rounds = 5;
const place = { function: "shell_sort", hit: 1 };

/** What a test takes, against the program that is stopped at the place and let go on, and against what it takes without us. */
export function testCosts(workshop: Workshop): void {
  const rows = workshop.programs.map((programs) => costs(workshop, programs));
  console.log(`\n## A test of the sorting program: seconds, medians of ${rounds} rounds in turn\n`);
  const head = ["", "program", "debugger alone", "to the place", "with a change", "ratio", "judged", "ratio"];
  console.log(table(head, rows));
}

function costs(workshop: Workshop, programs: Programs): string[] {
  const { language, sort, debugged } = programs;
  const command = [...sort, "7", "8", "9"];
  const changes = [changeOf(workshop, programs)];
  const seconds = {
    program: [] as number[],
    debugger: [] as number[],
    stopped: [] as number[],
    changed: [] as number[],
    judged: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    seconds.program.push(workshop.seconds(command));
    if (debugged) seconds.debugger.push(workshop.seconds(debugged(command)));
    seconds.stopped.push(workshop.seconds(workshop.driven(language, { command, place })));
    const driver = workshop.driven(language, { command, place, changes });
    seconds.changed.push(workshop.seconds(driver));
    seconds.judged.push(workshop.seconds(judged(workshop, driver)));
  }
  const ratio = (of: readonly number[]) => figure(median(of.map((each, i) => each / seconds.stopped[i]!)));
  return [
    language,
    figure(median(seconds.program)),
    debugged ? figure(median(seconds.debugger)) : "-",
    figure(median(seconds.stopped)),
    figure(median(seconds.changed)),
    ratio(seconds.changed),
    figure(median(seconds.judged)),
    ratio(seconds.judged),
  ];
}

/** A value of the failing run. */
function changeOf(workshop: Workshop, { language, sort }: Programs): ValueChange {
  const [passing, failing] = [
    ["7", "8", "9"],
    ["11", "14"],
  ].map((words) => workshop.capture(language, [...sort, ...words], place));
  return differencesOf(passing!, failing!).find(({ change }) => change !== undefined)!.change!;
}

/** The test as culprit runs it, with a test of the user's that looks at the output. */
function judged({ folder }: Workshop, driver: readonly string[]): readonly string[] {
  const file = join(folder, "judge.json");
  writeFileSync(file, JSON.stringify({ driver, test: ["true"] }));
  return [process.execPath, resolve("dist/src/causes/state/driver/judge.js"), file];
}
