import { basename } from "node:path";
import type { SuitePlan, TestName } from "../../protocol/suite.ts";
import { GoOutput, unmarkedLine } from "./go-output.ts";
import { isInProgram, type Start, type TestProgram } from "./test-program.ts";

/** Whether `go test` started it; `go run` starts programs in the same way. */
export function isGoTest({ binary, args }: Start): boolean {
  return /\.test(?:\.exe)?$/.test(basename(binary)) && args.some((word) => word.startsWith("-test."));
}

/** The test program of a package, which runs in the package's folder. `sharedSeed` gives the same text to all packages of a command. */
export function goProgram(start: Start, plan: SuitePlan, sharedSeed: () => string): TestProgram {
  const { chain, binary } = start;
  const file = process.cwd();
  const { flags, rest } = splitArguments(start.args);
  const isVerbose = flags.some((flag) => /^-test\.v(?:=true|=test2json)?$/.test(flag));
  const isMarked = isInProgram(binary, "test2json");
  const seed = seedOf(flags, plan, sharedSeed);
  const own = plan.tests?.filter((test) => test.file === file);
  const isParallel = own === undefined || plan.parallel === true;
  const chosen = own ? choosingFlags(own, { isParallel, isMarked }) : [];
  const words = [
    ...withoutFlags(flags, ["v", "shuffle", ...(own ? choosingNames : [])]),
    `-test.v=${isMarked ? "test2json" : "true"}`,
    ...(seed === undefined ? [] : [`-test.shuffle=${seed}`]),
    ...chosen,
  ];
  return {
    runner: "go",
    file,
    words: own?.length === 0 ? undefined : [...chain, binary, ...words, ...rest],
    ...(seed === undefined ? {} : { seed: [`-shuffle=${seed}`] }),
    output: new GoOutput({ isMarked, isParallel }),
    separator: "/",
    shown: (line) => (flags.includes("-test.v=test2json") || !isMarked ? line : unmarkedLine(line, { isVerbose })),
  };
}

const choosingNames = ["run", "skip", "count", "failfast", "parallel", "list", "bench", "fuzz"];

function choosingFlags(tests: readonly TestName[], how: { readonly isParallel: boolean; readonly isMarked: boolean }) {
  return [
    `-test.run=${patternOf(tests, how.isMarked)}`,
    "-test.count=1",
    ...(how.isParallel ? [] : ["-test.parallel=1"]),
  ];
}

/** Since Go 1.20 each alternative is a path of patterns; before, there is one path with alternatives in its parts. */
export function patternOf(tests: readonly TestName[], hasAlternatives: boolean): string {
  const named = tests.map(({ names }) => names.map(quoted)).filter((names) => names.length > 0);
  if (named.length === 0) return "^$";
  if (hasAlternatives) return named.map((names) => names.map((name) => `^${name}$`).join("/")).join("|");
  const depth = Math.max(...named.map((names) => names.length));
  const levels = Array.from({ length: depth }, (_, i) => [...new Set(named.flatMap((names) => names[i] ?? []))]);
  return levels.map((names) => `^(${names.join("|")})$`).join("/");
}

function quoted(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** The words after the first one that is no option of the tests are for the tests themselves. */
function splitArguments(args: readonly string[]): {
  readonly flags: readonly string[];
  readonly rest: readonly string[];
} {
  const end = args.findIndex((word) => !word.startsWith("-test."));
  return end === -1 ? { flags: args, rest: [] } : { flags: args.slice(0, end), rest: args.slice(end) };
}

function withoutFlags(flags: readonly string[], names: readonly string[]): readonly string[] {
  return flags.filter((flag) => !names.includes(flag.replace(/^-test\./, "").replace(/=.*/s, "")));
}

/** Of the order; undefined: none. Tests of a plan run in the order of the source. */
function seedOf(flags: readonly string[], plan: SuitePlan, sharedSeed: () => string): string | undefined {
  if (plan.seed !== undefined) return plan.seed;
  const given = flags.findLast((flag) => flag.startsWith("-test.shuffle="))?.replace("-test.shuffle=", "");
  if (plan.tests || given === undefined || given === "off") return undefined;
  return given === "on" ? sharedSeed() : given;
}
