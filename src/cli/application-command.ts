import { type ApplicationName, applications } from "../causes/applications.ts";
import type { Command } from "./command.ts";
import { startRun } from "./start-run.ts";

/** The command of an application: reads the request, and starts a run. */
export function commandOf(application: ApplicationName): Command {
  const { name, usage, about, options, example } = applications[application];
  return {
    ...{ name, usage, about, options, example },
    run: async (words) => startRun(application, applications[application].readRequest(words, process.cwd()), words),
  };
}
