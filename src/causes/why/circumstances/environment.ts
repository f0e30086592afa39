import { counted } from "../../../report/quantity.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { worldOf } from "../worlds/tested-command.ts";
import { environmentInstrument } from "./environment-instrument.ts";

/** Without these a program hardly runs, and they say who and where the user is. */
const basic = /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|PWD|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|CULPRIT_\w+)$/;

/** The test without the variables of the user's shell. */
export function withoutVariables(context: Context): Experiment[] {
  const names = Object.keys(process.env).filter((name) => !basic.test(name));
  if (names.length === 0) return [];
  const environment = Object.fromEntries(names.map((name) => [name, undefined]));
  const id = "minimal environment";
  return [
    {
      id,
      kind: "environment",
      how: `without ${counted(names.length, "variables")} of your shell (all but PATH, HOME and the like)`,
      world: (nth) => worldOf(context.tested, { id, nth }, { environment }),
      isolate: { instrument: environmentInstrument(context, { name: id, variables: environment, outcome: "pass" }) },
    },
  ];
}
