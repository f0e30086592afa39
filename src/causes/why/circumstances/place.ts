import { mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import type { TestName } from "../../../../runtimes/protocol/suite.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { type TestedCommand, worldOf } from "../worlds/tested-command.ts";

/** The same folder under another, plain path. */
export function otherPath(context: Context): Experiment[] {
  const { run, tested } = context;
  if (run.sharedFolder === undefined) return [];
  const { root, cwd } = tested.command;
  const id = "other path";
  const at = join(run.sharedFolder, "elsewhere");
  const there = <T extends TestName>(test: T): T => ({ ...test, file: join(at, relative(root, test.file)) });
  const moved: TestedCommand = {
    ...tested,
    command: { ...tested.command, cwd: join(at, relative(root, cwd)) },
    ...(tested.victim ? { victim: there(tested.victim) } : {}),
    known: tested.known.map(there),
  };
  return [
    {
      id,
      kind: "path",
      how: "at another path",
      world: (nth) =>
        worldOf(
          moved,
          { id, nth },
          {
            overlays: ([first, ...others]) => {
              mkdirSync(at, { recursive: true });
              return first ? [{ ...first, at }, ...others] : [];
            },
          },
        ),
    },
  ];
}

/** The processors that this process may use. */
export function processors(): string[] {
  return allowedProcessors().flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
  });
}

export function firstProcessor(): string {
  return processors()[0] ?? "0";
}

/** As in 0-3,6. */
function allowedProcessors(): string[] {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    return /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1]?.split(",") ?? [];
  } catch {
    return [];
  }
}

export function hasSeveralProcessors(): boolean {
  return process.platform === "linux" && availableParallelism() > 1;
}
