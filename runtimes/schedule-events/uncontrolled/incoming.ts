import net from "node:net";
import workerThreads from "node:worker_threads";
import type { Any } from "../replacements/replace.ts";
import { expectParentMessages, logUncontrolled } from "../scheduler/uncontrolled.ts";
import { beginOutsideWait } from "./outside-wait.ts";

/** Logs what comes from outside the process: signals, messages of the parent process, standard input. */
export function logIncoming(): void {
  if (!workerThreads.isMainThread) expectParentMessages();
  process.on("newListener", (name) => {
    if (typeof name === "string" && name.startsWith("SIG")) logUncontrolled("signal");
    if (name === "message" && process.channel) expectParentMessages();
  });
  watchStandardInput();
}

function watchStandardInput(): void {
  const { get } = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
  if (get === undefined) return;
  let isWatched = false;
  Object.defineProperty(process, "stdin", {
    configurable: true,
    enumerable: true,
    get: () => {
      const stdin: Any = get.call(process);
      if (!isWatched && stdin instanceof net.Socket) waitWhileReading(stdin);
      isWatched = true;
      return stdin;
    },
  });
}

/** While the program reads from a pipe or a terminal, time is real. */
function waitWhileReading(stdin: net.Socket): void {
  let endWait: (() => void) | undefined;
  const begin = () => {
    endWait ??= beginOutsideWait("standard input");
  };
  const end = () => {
    endWait?.();
    endWait = undefined;
  };
  stdin.on("resume", begin);
  stdin.on("newListener", (name: string) => (name === "readable" ? begin() : undefined));
  for (const name of ["pause", "end", "close"]) stdin.on(name, end);
}
