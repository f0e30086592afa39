import { type ApplicationName, applications } from "../causes/applications.ts";
import { commandOf } from "./application-command.ts";
import type { Command } from "./command.ts";
import { demo } from "./demo.ts";
import { resume } from "./resume.ts";
import { runs } from "./runs.ts";
import { schedule } from "./schedule.ts";
import { show } from "./show.ts";

/** Applications whose command does more than search. */
const extended: Partial<Record<ApplicationName, Command>> = { schedule };

/** All commands, in the order in which the help shows them. */
export const commands: readonly Command[] = [
  demo,
  ...(Object.keys(applications) as ApplicationName[]).map((name) => extended[name] ?? commandOf(name)),
  runs,
  show,
  resume,
];
