import { applications, type Kind } from "../causes/applications.ts";
import type { Command } from "./command.ts";
import { begin } from "./work.ts";

/** The command of an application: reads the request, and works on a new run. */
export function commandOf(kind: Kind): Command {
  const { name, usage, about, options, example } = applications[kind];
  return {
    ...{ name, usage, about, options, example },
    run: async (words) => begin(kind, applications[kind].readRequest(words, process.cwd()), words),
  };
}
