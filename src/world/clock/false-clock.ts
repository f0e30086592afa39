import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import type { World } from "../../trial/laboratory.ts";
import { contentHash } from "../files/content-hash.ts";
import type { ClockTime } from "./clock-time.ts";
import { sharedMemory } from "./shared-memory.ts";

/** Worlds that differ in what the clock shows. */
export interface FalseClock {
  readonly world: (time: ClockTime) => World;
  /**
   * The same, but instead of the test's output it has each of its programs that the false clock does not reach, and why.
   * Undefined where that cannot be found out.
   */
  readonly programs: ((time: ClockTime) => World) | undefined;
}

/**
 * The clock is moved by a distance, computed when the test starts: so all processes of a test agree, whatever time zone they
 * use. With an absolute time in FAKETIME, each process would start there again.
 */
const startScript =
  `export FAKETIME="$(date +%s.%N | LC_ALL=C awk -v at="$1" '{ printf "%+.6f", at - $1 }')" ` +
  'LD_PRELOAD="$2:$LD_PRELOAD"; shift 2; exec "$@"';

/** The numbers of the system call ptrace on Linux. */
const ptrace: Partial<Record<string, string>> = { x64: "101", arm64: "117" };

/** How a command is started under a false clock: the words before it, and variables. */
export interface ClockStart {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Throws a UserError where there can be no false clock. `keptFolder` is that of the test's slot. */
export function falseClockStart(): (time: ClockTime, keptFolder: string) => ClockStart {
  const library = faketimeLibrary();
  const shared = sharedMemory();
  return (time, keptFolder) => ({
    words: ["sh", "-c", startScript, "sh", `${time.at}`, library],
    environment: {
      FAKETIME_SHARED: shared(keptFolder),
      FAKETIME_DONT_FAKE_MONOTONIC: "1", // or timers hang
      NO_FAKE_STAT: "1", // some versions move the dates of files as well, for some programs
      ...(time.zone === undefined ? {} : { TZ: time.zone }),
    },
  });
}

/** The false clock for a test that runs in `cwd`. */
export function falseClock(test: readonly string[], cwd: string): FalseClock {
  const start = falseClockStart();
  const worldUnder = (tracer: readonly string[]) => (time: ClockTime) => ({
    content: contentHash(JSON.stringify([time.at, time.zone ?? "", ...tracer])),
    make: (_: string, keptFolder: string) => {
      const { words, environment } = start(time, keptFolder);
      return {
        argv: [...tracer, ...words, ...test],
        cwd,
        environment: { CULPRIT_CWD: cwd, ...environment },
        stdin: undefined,
        candidate: [],
      };
    },
  });
  const call = ptrace[process.arch];
  const tracer = fileURLToPath(new URL("./programs.pl", import.meta.url));
  return { world: worldUnder([]), programs: call === undefined ? undefined : worldUnder(["perl", tracer, call]) };
}

const reasons: Readonly<Record<string, string>> = {
  Go: "it is a Go program, which asks the kernel itself for the time",
  "not loaded": "libfaketime was not loaded into it",
};

/** What the worlds of `programs` print, as sentences. */
export function readPrograms(output: string): string[] {
  const programs = output.split("\n").map((line) => line.split("\t"));
  return programs.flatMap(([path, word = ""]) => {
    const reason = reasons[word];
    return reason === undefined ? [] : [`The false clock does not reach ${path}: ${reason}.`];
  });
}

/** The same by hand: the line to type into a shell. */
export function commandAt({ at, zone }: ClockTime, test: readonly string[]): string {
  const distance = `$(date +%s.%N | LC_ALL=C awk '{printf "%+f", ${at} - $1}')`;
  const setting = zone === undefined ? "" : `TZ=${zone} `;
  return `${setting}faketime --exclude-monotonic -f "${distance}" ${commandLine(test)}`;
}

/** The path of libfaketime; throws a UserError if it is not installed. */
export function faketimeLibrary(): string {
  if (process.platform !== "linux") throw new UserError("culprit clock works on Linux only.");
  const inLib = existsSync("/usr/lib") ? readdirSync("/usr/lib").map((name) => `/usr/lib/${name}`) : [];
  const path = ["/usr/lib64", "/usr/lib", "/usr/local/lib", ...inLib]
    .map((folder) => `${folder}/faketime/libfaketime.so.1`)
    .find((each) => existsSync(each));
  if (path !== undefined) return path;
  throw new UserError(
    "culprit clock needs libfaketime, which is not installed. On Debian or Ubuntu: sudo apt-get install faketime",
  );
}
