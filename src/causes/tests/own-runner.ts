import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestName } from "../../../runtimes/protocol/suite.ts";
import { wordsForSh } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { lastOutput } from "../../run/ends/end-messages.ts";
import type { Run } from "../../run/run.ts";
import { layeredWorld, type SuiteCommand } from "../../suites/suite-world.ts";
import { howItEnded } from "../../trial/failure.ts";
import type { World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import type { OwnRunner, TestsRequest } from "./request.ts";
import type { Suite } from "./suite.ts";

/** The suite of a runner that culprit does not know: how its tests come out is not known. */
export async function listTests(
  run: Run,
  { cwd, conditions, failing }: TestsRequest,
  { list }: OwnRunner,
): Promise<Suite> {
  const world = layeredWorld(
    { argv: ["sh", "-c", list], cwd, root: cwd },
    { content: contentHash(list), make: () => ({}) },
  );
  const { execution } = await run.execute(world, conditions.timeout);
  const names = new Set(execution.output.stdout.split("\n").filter((line) => line.trim() !== ""));
  const { stdout, stderr } = execution.output;
  if (execution.exit !== 0 || names.size === 0)
    throw new UserError(`--list prints no tests (${howItEnded(execution)}).${lastOutput(stderr || stdout)}`, 1);
  if (failing === undefined) throw new UserError("With --list and --run, name the test that fails: --failing NAME.");
  const unknown = { outcome: "unfinished", process: 0, milliseconds: 0 } as const;
  return {
    tests: [...names].map((name) => ({ test: { file: "", names: [name] }, id: name, ...unknown })),
    isObserved: false,
    isParallel: false,
    ended: howItEnded(execution),
    milliseconds: 0,
  };
}

/** Runs these tests in this order by the user's own command, which ends as the last of them does. */
export function ownRunnerWorld({ cwd, root }: SuiteCommand, { run }: OwnRunner, tests: readonly TestName[]): World {
  const names = tests.map(({ names }) => `${names[0]}\n`).join("");
  return layeredWorld(
    { argv: [], cwd, root },
    {
      content: contentHash(names),
      make: (folder) => {
        const file = join(folder, "tests.txt");
        writeFileSync(file, names);
        return { argv: ["sh", "-c", run.replaceAll("{}", () => wordsForSh([file]))] };
      },
    },
  );
}
