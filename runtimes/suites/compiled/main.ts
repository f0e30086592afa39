/**
 * Started by `go test` (`-exec`) and `cargo test` (`runner`) for each test program, with the words that start it. It runs the program
 * and reports its tests; with a plan, it runs only those of it. Whatever else is started in this way runs as it is.
 */
import type { SuitePlan } from "../../protocol/suite.ts";
import { restoreEnvironment } from "../node/environment.ts";
import { errorText } from "../node/error-text.ts";
import { readPlan, reportEvent } from "../node/plan.ts";
import { cargoProgram, isCargoTest } from "./cargo.ts";
import { goProgram, isGoTest } from "./go.ts";
import { Lines, type OutputEvent } from "./output-event.ts";
import { parentCommand, sharedValue } from "./parent-command.ts";
import { endAs, passThrough, runProgram } from "./run-program.ts";
import type { Start, TestProgram } from "./test-program.ts";

async function main(): Promise<void> {
  const plan = readPlan();
  const goFlags = process.env.GOFLAGS;
  restoreEnvironment();
  const [first = "", ...rest] = process.argv.slice(2);
  const isCargo = first === "cargo";
  const start = isCargo ? cargoStart(rest) : { chain: execOfUser(goFlags), binary: first, args: rest };
  const program = plan && testProgram(start, plan, isCargo);
  if (!program) await passThrough([...start.chain, start.binary, ...start.args]);
  else await follow(program, plan);
}

/** `COUNT WORDS… PROGRAM ARGUMENTS…`: of the user's own setting, which has so many words. */
function cargoStart([count = "", ...words]: readonly string[]): Start {
  const [binary = "", ...args] = words.slice(Number(count));
  return { chain: words.slice(0, Number(count)), binary, args };
}

/** Of `-exec` in GOFLAGS, in which ours comes last. */
function execOfUser(flags = ""): readonly string[] {
  const programs = flags.split(/\s+/).flatMap((flag) => /^--?exec=(.*)$/.exec(flag)?.[1] ?? []);
  return programs.slice(-2, -1);
}

function testProgram(start: Start, plan: SuitePlan, isCargo: boolean): TestProgram | undefined {
  if (!(isCargo ? isCargoTest(start) : isGoTest(start))) return undefined;
  const shared = sharedValue(plan, () => String(Date.now()));
  const program = (isCargo ? cargoProgram : goProgram)(start, plan, () => shared.value);
  const { runner, seed } = program;
  if (shared.isFirst) reportEvent(plan, { event: "runner", runner, ...parentCommand(), ...(seed ? { seed } : {}) });
  return program;
}

async function follow({ runner, file, words, output, separator, shown }: TestProgram, plan: SuitePlan): Promise<void> {
  if (!words) return;
  let child = process.pid;
  const report = (events: readonly OutputEvent[]) => {
    for (const { name, ...event } of events) {
      const names = name === "" ? [] : name.split(separator);
      const error = "error" in event ? { error: errorText(event.error) } : {};
      reportEvent(plan, { ...event, ...error, file, names, process: child, at: Date.now() });
    }
  };
  const lines = new Lines();
  const end = await runProgram(words, {
    isMerged: runner === "go",
    started: (id) => {
      child = id;
      report(output.read(""));
    },
    printed: (text) => {
      report(output.read(text));
      for (const line of lines.add(text)) process.stdout.write(shown(`${line}\n`));
    },
  });
  process.stdout.write(shown(lines.rest));
  report(output.end({ hasFailed: end.status !== 0, errorOutput: end.errorOutput }));
  endAs(end);
}

void main();
