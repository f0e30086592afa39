import { isMainThread } from "node:worker_threads";
import { type Any, wrap } from "../../schedule-events/replacements/replace.ts";
import { sendClosedToAll } from "../calls/inbox.ts";
import { shownName } from "../instrumentation/program-files.ts";
import type { Lane } from "../scheduler/lane.ts";

/** Logs the end of the thread, whatever causes it, and hands over the token. */
export function controlThreadEnd(lane: Lane): void {
  const endThread = (how: string) => {
    const place = `ends ${shownName(process.argv[1] ?? "[eval]")}:1:1`;
    if (isMainThread) return lane.endProgram(how, place);
    sendClosedToAll();
    lane.end(place);
  };
  wrap(process, "emit", (emit) => {
    return function (this: Any, name: string, ...args: Any[]) {
      if (name !== "exit") return Reflect.apply(emit, this, [name, ...args]);
      lane.comeBack();
      try {
        return Reflect.apply(emit, this, [name, ...args]);
      } finally {
        endThread(`exit ${process.exitCode ?? args[0] ?? 0}`);
      }
    };
  });
  wrap(process, "abort", (abort) => () => {
    lane.endProgram("signal SIGABRT", "aborts");
    abort();
  });
  wrap(process, "kill", (kill) => (pid, signal = "SIGTERM") => {
    const isFatal = signal === "SIGKILL" || (signal !== 0 && process.listenerCount(signal) === 0);
    if (Number(pid) === process.pid && isFatal && typeof signal === "string")
      lane.endProgram(`signal ${signal}`, "is killed");
    return kill(pid, signal);
  });
}
