import { isAbsolute, relative } from "node:path";
import type { ProgramPair } from "../../../application/pair-follower.ts";
import { commandLine } from "../../../core/command-line.ts";
import { mayBeRepair } from "../../../lines/presentation/repairs.ts";
import type { ProgramRun } from "../../../lines/program-run.ts";
import type { LineFindings } from "../../../lines/suspects.ts";
import type { Conditions } from "../../../run/conditions.ts";
import type { Run } from "../../../run/run.ts";
import { stateDefaults } from "../defaults.ts";
import { namesLines, placesBesideLine } from "../follow/place-limit.ts";
import { failureModeFor, type StateRequest } from "../request.ts";

/** How many places are enough where no line has been found: fewer than `culprit state` looks at, which is asked for nothing else. */
const placesWithoutLine = 20;

type OuterRun = Pick<Run, "conditions" | "counts" | "ends">;

/** What `culprit state` is asked for as a part of another run. A program passes if it exits with 0, whatever it prints. */
export function pairRequest(outer: OuterRun, pair: ProgramPair): StateRequest {
  const { cwd, language, pass, fail, lines } = pair;
  const judged = { cwd, test: [], pass: pass.words, fail: fail.words, byErrors: true } as const;
  return {
    ...judged,
    surroundings: { pass: surroundingsOf(pass), fail: surroundingsOf(fail) },
    stdin: { ...(pass.stdin ? { pass: pass.stdin } : {}), ...(fail.stdin ? { fail: fail.stdin } : {}) },
    also: { pass: [], fail: [] },
    expected: [],
    language,
    at: [],
    arrays: [],
    changeLines: false,
    maxValues: stateDefaults.maxValues,
    maxPlaces: namesRepair(lines) ? placesBesideLine : placesWithoutLine,
    forMore: `for more: ${pairCommand(pair)}`,
    conditions: conditionsFor(outer, judged),
  };
}

/** Whether a line was found that is more than where the failure can be led around. */
function namesRepair({ suspects }: LineFindings): boolean {
  return namesLines({ suspects: suspects.filter(({ rescue }) => rescue && mayBeRepair(rescue.change.kind)) });
}

function surroundingsOf({ cwd, environment }: ProgramRun) {
  return { ...(cwd === undefined ? {} : { cwd }), ...(environment ? { environment } : {}) };
}

/** Milliseconds for a run in a debugger: this many times as many as for one outside, between these limits. */
const timeLimitFactor = 5;
const minTimeLimit = 10_000;

/** Where what the failing input prints tells its failure from others, that counts here too. The outer run has set up its services. */
function conditionsFor(
  { conditions, counts, ends }: OuterRun,
  judged: Parameters<typeof failureModeFor>[0],
): Conditions {
  const { jobs, maxTests, timeout } = conditions;
  const { failure, timeLimit = 0 } = ends ?? {};
  const limit = Math.min(stateDefaults.timeout, Math.max(minTimeLimit, timeLimitFactor * timeLimit));
  const isIdentified = failure?.mode.mode === "same" && (failure.identity ?? failure.line) !== undefined;
  return {
    jobs,
    repeat: 1,
    failure: isIdentified ? { mode: "same" } : failureModeFor(judged),
    timeout: timeout ?? limit,
    ...(maxTests === undefined ? {} : { maxTests: maxTests - counts.explored - counts.needed }),
  };
}

/** The command with which the user goes on. */
export function pairCommand({ cwd, pass, fail }: Pick<ProgramPair, "cwd" | "pass" | "fail">): string {
  const text = ({ words, stdin }: ProgramRun) => {
    const command = commandLine(words.map((word, i) => shortWord(word, cwd, i === 0)));
    return stdin === undefined ? command : `${command} <${commandLine([shortWord(stdin, cwd)])}`;
  };
  return commandLine(["culprit", "state", "--pass", text(pass), "--fail", text(fail)]);
}

/** A path inside the user's folder as it is written there. */
function shortWord(word: string, cwd: string, isProgram = false): string {
  if (!isAbsolute(word)) return word;
  const path = relative(cwd, word);
  if (path === "" || path.startsWith("..")) return word;
  return isProgram ? `./${path}` : path;
}
