import { basename } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { count } from "../../report/quantity.ts";
import type { StepLine } from "../../run/record/step-lines.ts";
import type { Run } from "../../run/run.ts";
import { judge } from "../../trial/failure.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Output } from "../../trial/process/execution.ts";
import { StartError } from "../../trial/process/supervisor.ts";
import type { RunModel } from "../../web/steps/run-model.ts";
import { verbOf } from "../../web/steps/verb.ts";
import { retrace } from "./retrace.ts";

/** A step of a run whose files were read. */
export interface StepPlace {
  /** As the user named it. */
  readonly run: string;
  readonly model: RunModel;
  readonly step: number;
}

/** Runs the test of a step once more and prints what it prints. Exit code 0: it ends as it did. */
export async function runStepAgain({ run: name, model, step }: StepPlace): Promise<number> {
  const then = model.steps.outcomeAt(step);
  let isSame = false;
  const visit = async (world: World, run: Run) => {
    const { outcome, ended } = await executeOnce(world, run);
    isSame = outcome === then;
    const comparison = isSame ? "as it did" : `but it was recorded as a step that ${verbOf(then)}`;
    process.stdout.write(`Run again: it ${verbOf(outcome)} (${ended}), ${comparison}.\n`);
  };
  const stopped = await retrace(name, { steps: stepsUpTo(model, step), visit });
  return stopped ?? (isSame ? 0 : 1);
}

/** Saves the world of a step for people, if it is of a kind that can be. */
export async function keepWorld(path: string, { run: name, model, step }: StepPlace): Promise<void> {
  const visit = async (world: World) => {
    if (!world.keep)
      throw new UserError(`What step ${count(step)} tested is no file that could be written. Run it again: --run.`);
    const kept = world.keep(path);
    if (kept !== path) process.stderr.write(`Written to ${basename(kept)}.\n`);
  };
  await retrace(name, { steps: stepsUpTo(model, step), visit });
}

async function executeOnce(world: World, run: Run): Promise<{ outcome: StepLine["outcome"]; ended: string }> {
  const { failure, timeLimit } = run.ends!;
  try {
    const { execution, candidate } = await run.execute(world, Math.min(timeLimit, world.timeLimit ?? timeLimit));
    printOutput(execution.output);
    return judge(execution, failure, candidate);
  } catch (error) {
    if (error instanceof StartError && world.ownProgram) return { outcome: "unresolved", ended: "not there" };
    throw error;
  }
}

function printOutput({ stdout, stderr, dropped }: Output): void {
  process.stdout.write(stdout);
  if (dropped > 0) process.stderr.write(`[${count(dropped)} bytes in the middle of the output are left out]\n`);
  process.stderr.write(stderr);
  if (!/(?:^|\n)$/.test(stdout)) process.stdout.write("\n");
}

function stepsUpTo({ steps }: RunModel, step: number): Pick<StepLine, "content" | "outcome">[] {
  return Array.from({ length: step }, (_, i) => ({
    content: steps.contentAt(i + 1),
    outcome: steps.outcomeAt(i + 1),
  }));
}
