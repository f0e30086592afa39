import { existsSync, readFileSync } from "node:fs";
import { parseSchedule, type Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import type { Words } from "../../application/words.ts";
import { schedule } from "../../causes/schedule/application.ts";
import { readVerifyRequest, verifyHelp } from "../../causes/schedule/verify/read-request.ts";
import { UserError } from "../../core/user-error.ts";
import { applicationCommand } from "../application-command.ts";
import type { Command } from "../command.ts";
import { startRun } from "../start-run.ts";
import { scheduleActions } from "./help.ts";

/** The search is that of any application; besides, there are commands to build, record, replay, explore and verify. */
export async function scheduleCommand(): Promise<Command> {
  const search = await applicationCommand("schedule");
  return {
    ...search,
    actions: [...scheduleActions, verifyHelp],
    run: async (words) => {
      const [action] = words.positionals;
      if (action !== "verify" && words.value("exhaustive") !== undefined)
        throw new UserError("--exhaustive goes with culprit schedule verify RUN.");
      return action === undefined ? search.run(words) : runAction(words);
    },
  };
}

async function runAction(words: Words): Promise<number> {
  const [action, ...rest] = words.positionals;
  if (action === "debug") return (await import("./debug.ts")).debug(words);
  if (action === "build") return (await import("./build.ts")).build(words);
  if (action === "verify") return startRun("schedule", readVerifyRequest(words, process.cwd()), words);
  const request = schedule.readRequest(words, process.cwd());
  const { record, replay, exploreOnly } = await import("./runs.ts");
  if (action === "record" && rest.length === 0) return record(request, words);
  if (action === "explore" && rest.length === 0) return exploreOnly(request, words);
  if (action === "replay" && rest.length > 0) return replay(request, readSchedule(rest), words);
  throw new UserError(`culprit schedule has no command "${words.positionals.join(" ")}". ${schedule.usage}`);
}

/** Reads a schedule from the command line, or from the file it names. */
function readSchedule(words: readonly string[]): Schedule {
  const text = words.join(" ");
  const found = parseSchedule(existsSync(text) ? readFileSync(text, "utf8") : text);
  if (!found)
    throw new UserError(`${text} is not a schedule. Give one such as 1@120 1.1@7, or a file that contains one.`);
  return found;
}
