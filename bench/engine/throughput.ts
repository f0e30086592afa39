import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineAddress } from "../../src/engine/engine-address.ts";
import { RemoteEngine } from "../../src/engine/remote-engine.ts";
import { TreeReader } from "../../src/engine/tree/read-tree.ts";
import { Laboratory, type World } from "../../src/trial/laboratory.ts";
import { figure, median, table } from "../table.ts";

/** Starts an engine with so many slots. */
export type StartEngine = (slots: number) => Promise<{ readonly url: string; readonly kill: () => Promise<void> }>;

const trials = 100;
const rounds = 3;
const localJobs = 2;
const slotCounts = [1, 2, 4];
const never = new AbortController().signal;

/** Trials a second, here and on an engine, by turns, so that a busy moment of the machine meets all of them. */
export async function printThroughput(start: StartEngine): Promise<void> {
  const rates = new Map<string, number[]>();
  const ratios = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    const local = await trialsPerSecond(new Laboratory(localJobs), `local ${round}`);
    const name = `this machine, --jobs ${localJobs}`;
    add(rates, name, local);
    add(ratios, name, 1);
    for (const slots of slotCounts) {
      const rate = await onEngine(start, slots, (laboratory) => trialsPerSecond(laboratory, `${slots} ${round}`));
      add(rates, engineOf(slots), rate);
      add(ratios, engineOf(slots), rate / local);
    }
  }
  console.log(`${trials} tests of grep over a small file, medians of ${rounds} rounds in turn.\n`);
  const rows = [...rates].map(([name, each]) => [name, figure(median(each)), figure(median(ratios.get(name)!))]);
  console.log(`${table(["", "tests/s", "ratio to local"], rows)}\n`);
}

/** Runs `work` in a laboratory whose tests run on an engine of its own. */
async function onEngine<T>(
  start: StartEngine,
  slots: number,
  work: (laboratory: Laboratory) => Promise<T>,
): Promise<T> {
  const server = await start(slots);
  const address = addressOf(server.url);
  const engine = await RemoteEngine.open(
    { address, reuse: false, jobs: slots, note: () => {}, reader: new TreeReader(), patience: 60_000 },
    never,
  );
  const laboratory = new Laboratory(slots, { engine });
  try {
    return await work(laboratory);
  } finally {
    engine.close();
    await laboratory.close();
    await server.kill();
  }
}

export function addressOf(url: string): EngineAddress {
  return { url, platform: [], passEnv: [], uploads: [] };
}

async function trialsPerSecond(laboratory: Laboratory, salt: string): Promise<number> {
  await laboratory.execute(grep(`${salt} warm-up`), { test: 60_000 }, never);
  const began = performance.now();
  const worlds = Array.from({ length: trials }, (_, i) => grep(`${salt} ${i}`));
  const ends = await Promise.all(worlds.map((world) => laboratory.execute(world, { test: 60_000 }, never)));
  const seconds = (performance.now() - began) / 1000;
  const wrong = ends.filter(({ execution }) => execution.exit !== 0).length;
  if (wrong > 0) throw new Error(`${wrong} of ${trials} tests came out otherwise than they should`);
  await laboratory.close();
  return trials / seconds;
}

/** A candidate like those of `culprit input`, which no other test has. */
function grep(text: string): World {
  return {
    content: text,
    make: (folder) => {
      const file = join(folder, "input");
      writeFileSync(file, `${text}\n`.repeat(20));
      return { argv: ["grep", "-q", text, file], environment: {}, stdin: undefined, candidate: [file] };
    },
  };
}

function add(lists: Map<string, number[]>, name: string, value: number): void {
  lists.set(name, [...(lists.get(name) ?? []), value]);
}

function engineOf(slots: number): string {
  return `engine, ${slots} ${slots === 1 ? "slot" : "slots"}`;
}
