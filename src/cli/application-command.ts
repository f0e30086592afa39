import { type ApplicationName, applications } from "../causes/applications.ts";
import type { Command } from "./command.ts";
import { startRun } from "./start-run.ts";

/** The command of an application: reads the request, and starts a run. */
export async function applicationCommand(application: ApplicationName): Promise<Command> {
  const { readRequest, name, usage, about, options, example } = await applications[application]();
  return {
    ...{ name, usage, about, options, example },
    run: async (words) => startRun(application, readRequest(words, process.cwd()), words),
  };
}
