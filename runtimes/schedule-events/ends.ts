import { type LaneWait, waitEntry, waitText } from "../protocol/schedule-wait.ts";
import { gate } from "./event.ts";
import { waitingSockets } from "./joined-sockets.ts";
import type { Log } from "./log.ts";
import { exitNow, real } from "./real.ts";
import { type Any, wrap } from "./replace.ts";

/** However the program ends, the log says it last. */
export function logEnds(log: Log): void {
  let emptyAt = -1;
  wrap(process, "emit", (emit) => {
    return function (this: Any, name: string, ...args: Any[]) {
      if (name === "beforeExit") {
        const handled = Reflect.apply(emit, this, [name, ...args]);
        emptyAt = gate.made;
        return handled;
      }
      if (name !== "exit") return Reflect.apply(emit, this, [name, ...args]);
      const waiting = emptyAt === gate.made ? waitingSockets() : [];
      if (waiting.length > 0) endDeadlocked(log, waiting);
      try {
        return Reflect.apply(emit, this, [name, ...args]);
      } finally {
        log.end(`exit ${process.exitCode ?? args[0] ?? 0}`);
      }
    };
  });
  wrap(process, "abort", (abort) => () => {
    log.end("signal SIGABRT");
    abort();
  });
  wrap(process, "kill", (kill) => (pid, signal = "SIGTERM") => {
    log.flush();
    const fatal = signal === "SIGKILL" || (signal !== 0 && process.listenerCount(signal) === 0);
    if (Number(pid) === process.pid && fatal && typeof signal === "string") log.end(`signal ${signal}`);
    return kill(pid, signal);
  });
}

function endDeadlocked(log: Log, waiting: readonly LaneWait[]): never {
  for (const each of waiting) log.add(`${waitEntry(each)}\n`);
  log.end("deadlock");
  real.writeSync(2, `culprit: deadlock\n${waiting.map((each) => `  ${waitText(each)} at ${each.where}\n`).join("")}`);
  exitNow(123);
}
