import { spawnSync } from "node:child_process";

export interface Ended {
  readonly output: string;
  /** It ended by itself, with status 0. */
  readonly well: boolean;
  /** It ended by itself, without a signal. */
  readonly normal: boolean;
  /** It was ended at the limit. */
  readonly hangs: boolean;
}

export interface RunSetting {
  readonly cwd: string;
  /** Whole seconds of processor time, so that a busy machine makes no run fail. */
  readonly limit: number;
}

/** Of the clock, for a program that waits. */
const clockFactor = 12;

/** Runs a command line to its end, or to the limit. */
export function runProgram(command: string, { cwd, limit }: RunSetting): Ended {
  const { stdout, status, signal, error } = spawnSync("sh", ["-c", `ulimit -t ${limit}; exec ${command}`], {
    cwd,
    encoding: "latin1",
    timeout: limit * clockFactor * 1000,
    killSignal: "SIGKILL",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const hangs = signal === "SIGXCPU" || signal === "SIGKILL";
  return { output: stdout ?? "", well: status === 0 && !error, normal: status !== null && !error, hangs };
}

/** Quoted for a shell. */
export function shellWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
