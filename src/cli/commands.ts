import { args } from "./args.ts";
import { changes } from "./changes.ts";
import type { Command } from "./command.ts";
import { demo } from "./demo.ts";
import { env } from "./env.ts";
import { history } from "./history.ts";
import { input } from "./input.ts";
import { packages } from "./packages.ts";
import { resume } from "./resume.ts";
import { runs } from "./runs.ts";
import { schedule } from "./schedule.ts";
import { show } from "./show.ts";
import { state } from "./state.ts";

/** Everything that culprit can do, in the order in which the help shows it. */
export const commands: readonly Command[] = [
  demo,
  input,
  changes,
  history,
  packages,
  args,
  env,
  schedule,
  state,
  runs,
  show,
  resume,
];
