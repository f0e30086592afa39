import { applications, type Kind } from "../causes/applications.ts";
import { commandOf } from "./application-command.ts";
import type { Command } from "./command.ts";
import { demo } from "./demo.ts";
import { resume } from "./resume.ts";
import { runs } from "./runs.ts";
import { schedule } from "./schedule.ts";
import { show } from "./show.ts";

/** Applications whose command does more than search. */
const extended: Partial<Record<Kind, Command>> = { schedule };

/** Everything that culprit can do, in the order in which the help shows it. */
export const commands: readonly Command[] = [
  demo,
  ...(Object.keys(applications) as Kind[]).map((kind) => extended[kind] ?? commandOf(kind)),
  runs,
  show,
  resume,
];
