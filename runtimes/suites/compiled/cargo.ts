import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import type { SuitePlan } from "../../protocol/suite.ts";
import { lastValue, type Option, readOptions, wordsWithout } from "./libtest-arguments.ts";
import { LibtestOutput } from "./libtest-output.ts";
import { hashAtEnd, sourceOf } from "./rust-source.ts";
import { isInProgram, type Start, type TestProgram } from "./test-program.ts";
import { WholeProgram } from "./whole-program.ts";

/** `target/debug/deps/NAME-HASH`, started by `cargo test`. `cargo run`, `cargo bench` and rustdoc start programs in the same way. */
export function isCargoTest({ binary, args }: Start): boolean {
  return hashAtEnd.test(basename(binary)) && !args.includes("--bench") && !args.includes("--list");
}

/** A test program of a package. `sharedSeed` gives the same text to all programs of a command. */
export function cargoProgram(start: Start, plan: SuitePlan, sharedSeed: () => string): TestProgram {
  const file = sourceOf(start.binary);
  const own = plan.tests?.filter((test) => test.file === file).map(({ names }) => names.join("::"));
  const isChosen = own === undefined || own.length > 0;
  const program = { runner: "cargo" as const, file, separator: "::", shown: (line: string) => line };
  const command = [...start.chain, start.binary];
  if (!isInProgram(start.binary, "test-threads"))
    return { ...program, words: isChosen ? [...command, ...start.args] : undefined, output: new WholeProgram() };
  const options = readOptions(start.args);
  const threads = plan.tests && !plan.parallel ? 1 : threadsOf(options);
  const seed = seedOf(options, plan, sharedSeed);
  const words = [...command, ...optionWords(options, seed), `--test-threads=${threads}`, ...selection(options, own)];
  // What began when can be told from the list, if it is the order in which they run.
  const names = threads > 1 && isChosen && seed === undefined ? list(words) : [];
  return {
    ...program,
    words: isChosen ? words : undefined,
    ...(seed === undefined ? {} : { seed: ["--", "-Zunstable-options", `--shuffle-seed=${seed}`] }),
    output: new LibtestOutput({ names, threads }),
  };
}

const formats = ["--format", "--quiet", "-q", "--color", "--test-threads", "--shuffle", "--shuffle-seed"];
const selecting = ["", "--skip", "--exact"];

function optionWords(options: readonly Option[], seed: string | undefined): readonly string[] {
  const shuffle = seed === undefined ? [] : ["-Zunstable-options", `--shuffle-seed=${seed}`];
  return [...wordsWithout(options, [...formats, ...selecting]), ...shuffle];
}

/** nextest starts a program for each test, by its exact name. */
function selection(options: readonly Option[], chosen: readonly string[] | undefined): readonly string[] {
  const given = options.filter(({ name }) => selecting.includes(name));
  if (chosen === undefined) return given.flatMap(({ words }) => words);
  const isExact = lastValue(given, "--exact") !== undefined;
  const wanted = isExact
    ? chosen.filter((name) => given.some((each) => each.name === "" && each.value === name))
    : chosen;
  // No test has an empty name, which would stand for loading the program.
  return ["--exact", ...(wanted.length > 0 ? wanted : [""])];
}

/** Nightly versions alone know a random order, and others refuse it. */
function seedOf(options: readonly Option[], plan: SuitePlan, sharedSeed: () => string): string | undefined {
  if (plan.seed !== undefined) return plan.seed;
  if (plan.tests) return undefined;
  return (
    lastValue(options, "--shuffle-seed") ?? (lastValue(options, "--shuffle") === undefined ? undefined : sharedSeed())
  );
}

function threadsOf(options: readonly Option[]): number {
  const given = Number(lastValue(options, "--test-threads") ?? process.env.RUST_TEST_THREADS);
  return given > 0 ? given : availableParallelism();
}

function list([program = "", ...words]: readonly string[]): readonly string[] {
  const { stdout } = spawnSync(program, [...words, "--list", "--format", "terse"], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => /^(.*): test$/.exec(line)?.[1] ?? []);
}
