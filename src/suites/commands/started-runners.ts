import { basename, relative } from "node:path";
import type { RunnerStarted, SuiteRunnerName, TestName } from "../../../runtimes/protocol/suite.ts";
import { shortPath } from "../../world/files/short-path.ts";
import { testId } from "../test-id.ts";

/** The words that run these tests and no others, made of how the runner was started. Undefined: there are none. */
type CommandOfStarted = (started: RunnerStarted, tests: readonly TestName[]) => readonly string[] | undefined;

/** Runners that are asked about their tests by environment variables only. */
export const startedRunners: Readonly<Partial<Record<SuiteRunnerName, CommandOfStarted>>> = {
  unittest: ({ argv, cwd }, tests) => {
    const [python = "", ...words] = argv;
    const start = words[0] === "-m" ? 2 : words[0] === "manage.py" ? 2 : 1;
    if (words.includes("discover")) return undefined;
    const options = optionsIn(words.slice(start), {
      valued: ["--settings", "--parallel"],
      dropped: ["-k", "-f", "--failfast"],
    });
    const ids = tests.map((test) => testId(test, "unittest", cwd));
    return [shortPath(python, cwd), ...words.slice(0, start), ...options, ...ids];
  },
  rspec: ({ argv, cwd }, tests) => {
    const [program = "", ...words] = argv;
    if (tests.some(({ names }) => /^example at /.test(names.at(-1)!))) return undefined;
    const options = optionsIn(words, {
      valued: ["-f", "--format", "-o", "--out", "-r", "--require", "-I", "-O", "--options", "-P", "--pattern"],
      dropped: ["-e", "--example", "-E", "--example-matches", "-t", "--tag", "--order", "--seed", "--fail-fast"],
    });
    const names = tests.flatMap(({ names }) => ["-e", names.join(" ")]);
    const start = basename(program) === "rspec" ? "rspec" : program;
    return [start, ...options, ...filesIn(tests, cwd), "--order", "defined", ...names];
  },
  go: ({ argv, cwd }, tests) => {
    const [program = "", command = "", ...words] = argv;
    const options = optionsIn(words, {
      valued: ["-tags", "-mod", "-modfile", "-timeout", "-ldflags", "-gcflags", "-cpu", "-coverprofile", "-exec"],
      dropped: ["-run", "-skip", "-count", "-shuffle", "-p", "-failfast", "-bench", "-json"],
    });
    const packages = filesIn(tests, cwd).map((folder) => (folder === "" ? "." : `./${folder}`));
    const pattern = tests.map(({ names }) => names.map((name) => `^${escaped(name)}$`).join("/")).join("|");
    const oneByOne = packages.length > 1 ? ["-p=1"] : [];
    return [basename(program), command, ...options, "-count=1", ...oneByOne, "-run", pattern, ...packages];
  },
  cargo: ({ argv, cwd }, tests) => {
    const [program = "", ...words] = argv;
    const end = words.includes("--") ? words.indexOf("--") : words.length;
    const valued = [
      "-p",
      "--package",
      "-F",
      "--features",
      "--target",
      "--manifest-path",
      "--profile",
      "-j",
      "--target-dir",
    ];
    const options = optionsIn(words.slice(0, end), {
      valued,
      dropped: ["--lib", "--bins", "--bin", "--tests", "--test", "--doc", "-q"],
    });
    const targets = filesIn(tests, cwd).flatMap(targetOption);
    const names = tests.map(({ names }) => names.join("::"));
    const threads = tests.length > 1 ? ["--test-threads=1"] : [];
    return [basename(program), "test", ...options, ...targets, "--", ...threads, "--exact", ...names];
  },
};

interface OptionNames {
  /** Their value may be the next word. */
  readonly valued: readonly string[];
  /** Those that choose and order tests; the next word of some is their value. */
  readonly dropped: readonly string[];
}

/** Without words that are no options: these choose tests. */
function optionsIn(words: readonly string[], { valued, dropped }: OptionNames): string[] {
  const isKept = (word: string) => word.startsWith("-") && !dropped.includes(word.replace(/=.*/s, ""));
  return words.filter((word, i) => isKept(word) || (!word.startsWith("-") && valued.includes(words[i - 1] ?? "")));
}

function filesIn(tests: readonly TestName[], cwd: string): string[] {
  return [...new Set(tests.map(({ file }) => relative(cwd, file)))];
}

/** Where cargo looks for what it builds, unless it is told otherwise. */
function targetOption(file: string): readonly string[] {
  if (file.endsWith("src/lib.rs")) return ["--lib"];
  if (file.endsWith("src/main.rs")) return ["--bins"];
  const [, folder, name] = /(?:^|\/)(tests|src\/bin)\/([^/]+?)(?:\.rs|\/main\.rs)$/.exec(file) ?? [];
  return name === undefined ? [] : [folder === "tests" ? "--test" : "--bin", name];
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
