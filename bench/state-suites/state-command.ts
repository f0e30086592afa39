import { spawn, spawnSync } from "node:child_process";
import { weakTest } from "./expected-output.ts";
import type { SuiteOptions } from "./options.ts";
import type { Ranking } from "./scores.ts";
import type { Prepared } from "./subject.ts";

/** What is read of a finding; `suspects` and its fields are optional, as earlier builds do not have them. */
export interface Answer {
  readonly verdict: string;
  readonly tests?: { readonly run: number };
  readonly seconds?: number;
  readonly suspects?: readonly Suspect[];
  readonly transitions?: readonly Transition[];
  readonly places?: readonly RankedPlace[];
}

interface Place {
  readonly file: string;
  readonly line: number;
}

interface Transition extends Place {
  readonly parting?: { readonly onlyFailing?: readonly { readonly file?: string; readonly line: number }[] };
}

interface RankedPlace extends Place {
  /** Numbers of transitions. */
  readonly transitions?: readonly number[];
}

export interface Suspect extends Place {
  /** What was changed at the line so that the failing run passes. */
  readonly change?: { readonly kept: number; readonly passing: number };
}

/** The options that this build of `culprit state` has. */
export function knownOptions(program: string): string {
  return spawnSync(process.execPath, [program, "state", "--help"], { encoding: "utf8" }).stdout;
}

/** The likeliest lines, best first. */
export function rankingOf({ suspects, transitions }: Answer): Ranking {
  return (suspects ?? transitions ?? []).map(({ file, line }) => [{ file, line }]);
}

/**
 * The list that people are shown, with the lines that only the failing run executes beside the branch that leads to them; then the
 * other suspects. Undefined: earlier builds have none.
 */
export function shownRanking({ places, transitions = [], suspects = [] }: Answer): Ranking | undefined {
  const shown = places?.map(({ file, line, transitions: [first = -1] = [] }) => {
    const behind = transitions[first]?.parting?.onlyFailing ?? [];
    return [{ file, line }, ...behind.map((each) => ({ file: each.file ?? file, line: each.line }))];
  });
  return shown && [...shown, ...suspects.map(({ file, line }) => [{ file, line }])];
}

export async function askState(
  { folder, ...prepared }: Prepared,
  options: SuiteOptions,
  known: string,
): Promise<Answer> {
  const child = spawn(process.execPath, [options.program, ...stateWords(prepared, options, known)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  const messages: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => messages.push(chunk));
  await new Promise((resolve) => child.on("close", resolve));
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return { verdict: `error: ${Buffer.concat(messages).toString().trim().split("\n")[0]}` };
  }
}

function stateWords(
  { choice, test = [], expected = [] }: Omit<Prepared, "folder">,
  options: SuiteOptions,
  known: string,
): readonly string[] {
  const takes = (name: string) => known.includes(name);
  const also = (name: string, runs: Prepared["choice"]["alsoPass"]) =>
    takes(name) ? runs.flatMap(({ command }) => [name, command]) : [];
  const judge = options.weakTest ? weakTest : test;
  return [
    "state",
    ...["--pass", choice.pass.command, "--fail", choice.fail.command],
    ...also("--also-pass", choice.alsoPass),
    ...also("--also-fail", choice.alsoFail),
    ...(takes("--expect") && !options.weakTest ? expected.flatMap((file) => ["--expect", file]) : []),
    // Where the failure is no hang, a limit of the clock would only make runs fail on a busy machine.
    ...(choice.fail.hangs ? ["--timeout", `${options.limit}s`] : []),
    ...["--budget", options.budget, "--json", "--quiet"],
    ...(options.jobs === undefined ? [] : ["--jobs", options.jobs]),
    ...(judge.length > 0 ? ["--", ...judge] : []),
  ];
}
