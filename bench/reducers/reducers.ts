import { count } from "../table.ts";
import { counter } from "./counter.ts";
import type { Input, Material } from "./input.ts";
import { inputs } from "./inputs.ts";
import { keep, kept } from "./kept.ts";
import { type Measurement, measure, type Setting } from "./measurement.ts";
import { type Options, reducerOptions } from "./options.ts";
import { report, us } from "./report.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools.ts";
import { isInteresting, wholeSize } from "./work-folder.ts";

const jobs = 2;

/** culprit beside every other reducer at hand: the same inputs, tests and number of jobs, every test counted. */
export async function reducers(argv: readonly string[]): Promise<void> {
  const options = reducerOptions(argv);
  const setting = { counter: counter(), jobs, program: options.program, limitSeconds: options.limitSeconds };
  const available = chosen(tools, options.tools).filter(installs);
  for (const input of chosen(inputs, options.inputs)) {
    const material = made(input);
    if (!material) continue;
    if (!isInteresting(material)) {
      console.log(`(The input ${input.name} is left out: its test does not find it interesting)\n`);
      continue;
    }
    console.log(`## ${input.name}: ${input.about}, ${count(wholeSize(material))} bytes\n`);
    const measured = new Map<string, Measurement>();
    for (const tool of available.filter((each) => each.takes(input))) {
      measured.set(tool.name, await measurementOf(tool, input, material, { options, setting }));
    }
    console.log(`${report(input, measured)}\n`);
  }
  console.log(legend(options.limitSeconds));
}

interface Run {
  readonly options: Options;
  readonly setting: Setting;
}

async function measurementOf(tool: Tool, input: Input, material: Material, { options, setting }: Run) {
  const place = `${input.name}-${options.limitSeconds}s`;
  const earlier = options.reusePeers && tool.name !== us ? kept(place, tool.name) : undefined;
  if (earlier) return earlier;
  const measurement = await measure(tool, input, material, setting);
  keep(place, tool.name, measurement);
  return measurement;
}

function chosen<T extends { readonly name: string }>(all: readonly T[], names: readonly string[]): readonly T[] {
  const unknown = names.filter((name) => !all.some((each) => each.name === name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(", ")}; there are ${all.map(({ name }) => name).join(", ")}.`);
    process.exit(2);
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

function installs(tool: Tool): boolean {
  try {
    tool.install();
    return true;
  } catch (error) {
    console.log(`(${tool.name} is left out: ${firstLine(error)})\n`);
    return false;
  }
}

function made(input: Input): Material | undefined {
  try {
    return input.make();
  } catch (error) {
    console.log(`(The input ${input.name} is left out: ${firstLine(error)})\n`);
    return undefined;
  }
}

function firstLine(error: unknown): string {
  return (error as Error).message.trim().split("\n")[0]!;
}

function legend(limitSeconds: number): string {
  return [
    `Two jobs where a tool has jobs. CUT: stopped after ${limitSeconds} s. WRONG: the result is not interesting.`,
    "The columns on the right are ours over the peer's, at every size the peer reached: the worst, with that size,",
    "and that at its last size; ✗ marks what misses the bar (tests 1, for programs 0.5; seconds 1; bytes 1, for C and",
    "C++ 1.3 of C-Reduce's and C-Vise's).",
  ].join("\n");
}
