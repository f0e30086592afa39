import { type LaneWait, waitEntry, waitText } from "../../protocol/schedule-wait.ts";
import { waitingSockets } from "../connections/socket-pair.ts";
import { exitNow, real } from "../replacements/real-functions.ts";
import { type Any, wrap } from "../replacements/replace.ts";
import { scheduler } from "../scheduler/state.ts";
import type { LogFile } from "./log-file.ts";

/** Makes the log end with how the process ends. */
export function logProcessEnd(log: LogFile): void {
  logExit(log);
  wrap(process, "abort", (abort) => () => {
    log.end("signal SIGABRT");
    abort();
  });
  wrap(process, "kill", (kill) => (pid, signal = "SIGTERM") => {
    log.flush();
    const isFatal = signal === "SIGKILL" || (signal !== 0 && process.listenerCount(signal) === 0);
    if (Number(pid) === process.pid && isFatal && typeof signal === "string") log.end(`signal ${signal}`);
    return kill(pid, signal);
  });
}

/** A process that exits because nothing is left to run, while its own sockets still wait for each other, is deadlocked. */
function logExit(log: LogFile): void {
  let createdBeforeExit = -1;
  wrap(process, "emit", (emit) => {
    return function (this: Any, name: string, ...args: Any[]) {
      if (name === "beforeExit") {
        const handled = Reflect.apply(emit, this, [name, ...args]);
        createdBeforeExit = scheduler.created;
        return handled;
      }
      if (name !== "exit") return Reflect.apply(emit, this, [name, ...args]);
      const waiting = createdBeforeExit === scheduler.created ? waitingSockets() : [];
      if (waiting.length > 0) endDeadlocked(log, waiting);
      try {
        return Reflect.apply(emit, this, [name, ...args]);
      } finally {
        log.end(`exit ${process.exitCode ?? args[0] ?? 0}`);
      }
    };
  });
}

function endDeadlocked(log: LogFile, waiting: readonly LaneWait[]): never {
  for (const each of waiting) log.add(`${waitEntry(each)}\n`);
  log.end("deadlock");
  real.writeSync(2, `culprit: deadlock\n${waiting.map((each) => `  ${waitText(each)} at ${each.where}\n`).join("")}`);
  exitNow(123);
}
