import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LeakPlan, LeakReport, SuitePlan } from "../../runtimes/protocol/suite.ts";
import { suiteEnvironment, suiteRuntimes } from "../../runtimes/suites/launch.ts";
import type { Experiment } from "../trial/experiment.ts";
import { type Overlay, overlayObstacle, overlayOf } from "../trial/isolation/overlays.ts";
import type { World } from "../trial/laboratory.ts";
import type { Execution } from "../trial/process/execution.ts";
import { readSuiteReport, type SuiteReport } from "./suite-report.ts";

/** A command that runs tests, and the folder that these may write to. */
export interface SuiteCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Contains `cwd`. What tests write there is seen by the tests of the same run, and by no others. */
  readonly root: string;
}

export interface SuiteExperiment extends PlannedExperiment {
  /** Equal for experiments that no test can tell apart. */
  readonly content: string;
  /** Files of the project that are there, with other content than the user's, or not there. */
  readonly files?: ChangedFiles;
}

export interface PlannedExperiment {
  readonly plan: Omit<SuitePlan, "report" | "leak"> & { readonly leak?: Omit<LeakPlan, "report"> };
  /** What the run amounts to; undefined: what the command's own end does. */
  readonly judge?: (execution: Execution, report: SuiteReport) => Execution;
  /** Receives what was seen, also of a run that was ended before it was done. */
  readonly onReport?: (report: SuiteReport, files: RunFiles) => void;
}

export interface ChangedFiles {
  /** A folder with files that take the place of the project's. */
  readonly from: string;
  /** Paths in it, relative to the project's folder. */
  readonly copied: readonly string[];
  readonly removed: readonly string[];
}

/** What a run left. */
export interface RunFiles {
  /** What was asked for by a plan with `leak`. */
  readonly leak?: LeakReport;
  /** The folder with all that it wrote into the project, as an overlay keeps it. Undefined: it was written there. */
  readonly written?: string;
}

/** A run of a command whose test runners follow a plan. */
export function suiteWorld(command: SuiteCommand, { content, files, ...experiment }: SuiteExperiment): World {
  const world = layeredWorld(command, { content, ...(files ? { files } : {}), make: () => ({}) });
  return followingPlan(world, experiment);
}

/** The same world, with test runners that follow a plan. */
export function followingPlan(world: World, { plan, judge, onReport }: PlannedExperiment): World {
  const reportIn = (folder: string) => join(folder, "report.jsonl");
  const leakIn = (folder: string) => join(folder, "leak.json");
  return {
    ...world,
    make: (folder, kept) => {
      const experiment = world.make(folder, kept);
      const planFile = join(folder, "plan.json");
      const report = reportIn(folder);
      const leak = plan.leak && { ...plan.leak, report: leakIn(folder) };
      writeFileSync(planFile, JSON.stringify({ ...plan, report, leak } satisfies SuitePlanText));
      const environment = suiteEnvironment(planFile, { ...process.env, ...experiment.environment });
      return {
        ...experiment,
        environment: { ...experiment.environment, ...environment },
        files: { reads: suiteRuntimes, writes: [report, leakIn(folder)], mentions: [planFile] },
        ...(judge ? { judge: async (execution) => judge(execution, readSuiteReport(report)) } : {}),
      };
    },
    cleanUp: (folders, end) => {
      const { folder } = folders;
      const leak = existsSync(leakIn(folder)) ? { leak: JSON.parse(readFileSync(leakIn(folder), "utf8")) } : {};
      const written = join(layerIn(folder), "upper");
      onReport?.(readSuiteReport(reportIn(folder)), { ...leak, ...(existsSync(written) ? { written } : {}) });
      world.cleanUp?.(folders, end);
    },
  };
}

/** As JSON, a member that is undefined is not there. */
type SuitePlanText = Omit<SuitePlan, "leak"> & { readonly leak: LeakPlan | undefined };

const layerIn = (folder: string) => join(folder, "layer");

export interface LayeredExperiment {
  readonly content: string;
  readonly files?: ChangedFiles;
  /** What is not as usual, given an empty folder. */
  readonly make: (folder: string) => Partial<Experiment>;
}

/** The same world in a layer over the project's folder, unless it has layers of its own: what it writes there is gone afterwards. */
export function inLayer(world: World, root: string): World {
  if (overlayObstacle(root) !== undefined) return world;
  return {
    ...world,
    make: (folder, kept) => {
      const experiment = world.make(folder, kept);
      if ((experiment.overlays ?? []).length > 0) return experiment;
      return { ...experiment, overlays: [layerWith(undefined, overlayOf(root, layerIn(folder)))] };
    },
  };
}

/** A command in the user's folder that sees what it writes there, while no other command does. Where that cannot be, it is written there. */
export function layeredWorld({ argv, cwd, root }: SuiteCommand, { content, files, make }: LayeredExperiment): World {
  const isLayered = overlayObstacle(root) === undefined;
  return {
    content,
    make: (folder) => {
      const { environment, ...rest } = make(folder);
      return {
        argv,
        cwd,
        stdin: undefined,
        candidate: [],
        overlays: isLayered ? [layerWith(files, overlayOf(root, layerIn(folder)))] : [],
        ...rest,
        environment: { ...environment, CULPRIT_CWD: cwd },
      };
    },
  };
}

function layerWith(files: ChangedFiles | undefined, overlay: Overlay): Overlay {
  for (const path of files?.copied ?? [])
    cpSync(join(files!.from, path), join(overlay.upper, path), { recursive: true, verbatimSymlinks: true });
  return { ...overlay, emptied: [".culprit"], hidden: files?.removed ?? [] };
}
