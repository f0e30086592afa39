import { isMainThread } from "node:worker_threads";
import { type Any, wrap } from "../schedule-events/replacements/replace.ts";
import type { Lane } from "./lane.ts";
import { closeAll } from "./ports.ts";
import { shownName } from "./sources.ts";

/** However the thread ends, the log says so, and the token goes on. */
export function logEnds(lane: Lane): void {
  const end = (how: string) => {
    const where = `ends ${shownName(process.argv[1] ?? "[eval]")}:1:1`;
    if (isMainThread) return lane.endAll(how, where);
    closeAll();
    lane.end(where);
  };
  wrap(process, "emit", (emit) => {
    return function (this: Any, name: string, ...args: Any[]) {
      if (name !== "exit") return Reflect.apply(emit, this, [name, ...args]);
      lane.takePart();
      try {
        return Reflect.apply(emit, this, [name, ...args]);
      } finally {
        end(`exit ${process.exitCode ?? args[0] ?? 0}`);
      }
    };
  });
  wrap(process, "abort", (abort) => () => {
    lane.endAll("signal SIGABRT", "aborts");
    abort();
  });
  wrap(process, "kill", (kill) => (pid, signal = "SIGTERM") => {
    const fatal = signal === "SIGKILL" || (signal !== 0 && process.listenerCount(signal) === 0);
    if (Number(pid) === process.pid && fatal && typeof signal === "string")
      lane.endAll(`signal ${signal}`, "is killed");
    return kill(pid, signal);
  });
}
