import { relative } from "node:path";
import type { TestName } from "../../../../runtimes/protocol/suite.ts";
import { followingPlan, layeredWorld, type RunFiles, type SuiteCommand } from "../../../suites/suite-world.ts";
import { executionOfTest, filesLeftOut } from "../../../suites/test-outcome.ts";
import type { Experiment } from "../../../trial/experiment.ts";
import type { World } from "../../../trial/laboratory.ts";
import { contentHash } from "../../../world/files/content-hash.ts";

/** What is run, and what of it is judged. */
export interface TestedCommand {
  readonly command: SuiteCommand;
  /** The test of a suite that is judged; undefined: how the command ends. */
  readonly victim?: TestName;
  /** No other test runs. */
  readonly isAlone: boolean;
  /** All tests of the suite. */
  readonly known: readonly TestName[];
}

/** How a world differs from the one here. */
export interface Difference {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Words before the command, for the slot's kept folder. */
  readonly start?: (keptFolder: string) => {
    readonly words: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
  };
  /** Changes the folders that the test sees. */
  readonly overlays?: (usual: NonNullable<Experiment["overlays"]>) => NonNullable<Experiment["overlays"]>;
  /** The folder in which it runs, if it is another one. */
  readonly cwd?: (folder: string) => string;
  /** Another world, with all of the project's files. */
  readonly instead?: World;
  /** Receives what the run left. */
  readonly onFiles?: (files: RunFiles) => void;
}

/** What tells a world from others. */
export interface WorldName {
  readonly id: string;
  readonly nth: number;
}

/** The test in a world that differs from the one here. */
export function worldOf(tested: TestedCommand, { id, nth }: WorldName, difference: Difference = {}): World {
  const { command, victim, isAlone, known } = tested;
  // At another path, its file is in a folder with a new name in each session.
  const judged = victim ? { ...victim, file: relative(command.cwd, victim.file) } : null;
  const content = contentHash(JSON.stringify(["why", id, nth, judged, isAlone]));
  const world = difference.instead ?? layeredWorld(command, { content, make: () => ({}) });
  const changed: World = {
    ...world,
    content,
    // Somewhere else, or without some files, it may not be there.
    ownProgram: true,
    make: (folder, kept) => changedBy(difference, world.make(folder, kept), { folder, kept }),
  };
  const tests = victim && isAlone ? [victim] : undefined;
  return followingPlan(changed, {
    plan: tests ? { tests, leftOut: filesLeftOut(known, tests) } : {},
    ...(victim ? { judge: (execution, report) => executionOfTest(execution, report, victim) } : {}),
    onReport: (_, files) => difference.onFiles?.(files),
  });
}

interface Folders {
  readonly folder: string;
  readonly kept: string;
}

function changedBy(
  { environment, start, overlays, cwd }: Difference,
  experiment: Experiment,
  { folder, kept }: Folders,
): Experiment {
  const begin = start?.(kept);
  return {
    ...experiment,
    argv: begin ? [...begin.words, ...experiment.argv] : experiment.argv,
    ...(cwd ? { cwd: cwd(folder) } : {}),
    environment: { ...environment, ...begin?.environment, ...experiment.environment },
    overlays: overlays ? overlays(experiment.overlays ?? []) : (experiment.overlays ?? []),
  };
}
