import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DriverPlan, ValueChange } from "../../runtimes/protocol/state.ts";
import { differencesOf } from "../../src/causes/state/compare/differences.ts";
import { stateDefaults } from "../../src/causes/state/defaults.ts";
import { planWorld } from "../../src/causes/state/driver/plan-world.ts";
import { Laboratory, type World } from "../../src/trial/laboratory.ts";
import { figure, median, table } from "../table.ts";
import { measuring, processorTimeIn } from "./processor-time.ts";
import type { CopiedTest } from "./run-copies.ts";
import type { Programs, Workshop } from "./workshop.ts";

const rounds = 9;
const place = { function: "shell_sort", hit: 1 };
const timeLimit = 60_000;

/** What a test takes, as culprit runs it, against a plain run of the program. */
export async function testCosts(workshop: Workshop): Promise<void> {
  const rows: string[][] = [];
  for (const programs of workshop.programs) rows.push(await costs(workshop, programs));
  console.log(`\n## A test of the sorting program: seconds of processor time, medians of ${rounds} rounds in turn`);
  console.log("\nBars: 2.5 × a plain run with Node and Python, 0.15 s with gdb.\n");
  const head = ["", "plain run", "debugger alone", "to the place", "with a change", "as a copy", "copy / plain run"];
  console.log(table(head, rows));
}

async function costs(workshop: Workshop, programs: Programs): Promise<string[]> {
  const { language, sort, debugged } = programs;
  const command = [...sort, "7", "8", "9"];
  const changes = [changeOf(workshop, programs)];
  const { maxValues } = stateDefaults;
  const request = {
    cwd: workshop.folder,
    language,
    maxValues,
    arrays: [],
    test: ["true"],
    pass: command,
    fail: command,
  };
  const planned = (plan: Partial<DriverPlan>) =>
    planWorld({ request }, { command, place, ...plan }, { test: ["true"] });
  const worlds = {
    plain: plainWorld(workshop, command),
    debugger: plainWorld(workshop, debugged?.(command) ?? ["true"]),
    stopped: planned({}),
    changed: planned({ changes }),
  };
  const seconds = await measure(worlds, join(workshop.folder, "processor-time"));
  const plain = median(seconds.plain);
  // Node cannot be copied: there, each test starts anew.
  const copied =
    language === "node"
      ? median(seconds.changed)
      : secondsAsCopy(workshop, { request, plan: { command, place, changes } });
  return [
    language,
    figure(plain),
    debugged ? figure(median(seconds.debugger)) : "-",
    figure(median(seconds.stopped)),
    figure(median(seconds.changed)),
    language === "node" ? "-" : figure(copied),
    figure(copied / plain),
  ];
}

/** What one more test takes that is a copy of a template. */
function secondsAsCopy({ folder }: Workshop, test: CopiedTest): number {
  const program = fileURLToPath(new URL("run-copies.js", import.meta.url));
  const [testFile, timeFile] = [join(folder, "copied-test.json"), join(folder, "processor-time")];
  writeFileSync(testFile, JSON.stringify(test));
  const [few, many] = [5, 35];
  const secondsFor = (count: number) => {
    const [bash, ...words] = measuring(timeFile, [process.execPath, program, testFile, String(count)]);
    execFileSync(bash, words);
    return processorTimeIn(timeFile);
  };
  return (secondsFor(many) - secondsFor(few)) / (many - few);
}

/** Runs each world once in each round, in the same laboratory. */
async function measure<Name extends string>(
  worlds: Record<Name, World>,
  file: string,
): Promise<Record<Name, number[]>> {
  const laboratory = new Laboratory(1);
  const names = Object.keys(worlds) as Name[];
  const seconds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  const { signal } = new AbortController();
  try {
    for (let round = 0; round <= rounds; round++)
      for (const name of names) {
        await laboratory.execute(measured(worlds[name], file), { test: timeLimit }, signal);
        // The first round fills caches.
        if (round > 0) seconds[name].push(processorTimeIn(file));
      }
  } finally {
    await laboratory.close();
  }
  return seconds;
}

function measured(world: World, file: string): World {
  const make: World["make"] = (...folders) => {
    const experiment = world.make(...folders);
    return { ...experiment, argv: measuring(file, experiment.argv) };
  };
  return { ...world, make };
}

function plainWorld({ folder }: Workshop, argv: readonly string[]): World {
  return { content: "", make: () => ({ argv, cwd: folder, environment: {}, stdin: undefined, candidate: [] }) };
}

/** A value of the failing run. */
function changeOf(workshop: Workshop, { language, sort }: Programs): ValueChange {
  const [passing, failing] = [
    ["7", "8", "9"],
    ["11", "14"],
  ].map((words) => workshop.capture(language, [...sort, ...words], place));
  return differencesOf(passing!, failing!).find(({ change }) => change !== undefined)!.change!;
}
