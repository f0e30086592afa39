import { existsSync, readFileSync } from "node:fs";
import type { Launch } from "../protocol/launch.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { gdbCommand, gdbTemplateCommand } from "./gdb-command.ts";
import { gdbRunEnd } from "./run-end.ts";

/** The program's standard streams become 3 to 5; gdb writes how the program ended to 6, and its own errors to a file. */
const streams = 'exec "$@" 3<&0 4>&1 5>&2 6>"$0.ending" </dev/null >/dev/null 2>"$0.errors"';

/** A template has those numbers taken as well, before gdb needs files of its own. */
const templateStreams = 'exec "$@" 3<&0 4>&1 5>&2 6>/dev/null </dev/null >/dev/null 2>/dev/null';

/** A gdb that runs a program by a plan. It leaves files beside the plan. */
export function launchGdb(planFile: string, plan: DriverPlan): Launch {
  const { words, environment } = gdbCommand(planFile);
  return {
    plan,
    argv: ["sh", "-c", streams, planFile, ...words],
    environment,
    end: (ended) => {
      const [written, stderr] = ["ending", "errors"].map((name) => textOf(`${planFile}.${name}`));
      return gdbRunEnd(plan, { ...ended, written: written!, stderr: stderr! });
    },
    template: (socket) => {
      const template = gdbTemplateCommand(socket, plan.command[0]!);
      return { argv: ["sh", "-c", templateStreams, "sh", ...template.words], environment: template.environment };
    },
  };
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
