import { type Judgement, judge } from "../trial/failure.ts";
import type { Executed, World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import { StartError } from "../trial/process/supervisor.ts";
import { combineOutcomes } from "../trial/repeat.ts";
import type { EndsEvent } from "./record/events.ts";

/** What was learned from the ends: how to recognise the failure, and the limits for a test. */
export type LearnedFromEnds = Pick<EndsEvent, "failure" | "timeLimit" | "repeat">;

type Execute = (timeLimit: number, world: World) => Promise<Executed>;

/** Executes a world as often as the run repeats tests, or until it fails, and judges what came of it. */
export async function observeWorld(world: World, ends: LearnedFromEnds, execute: Execute): Promise<Observation> {
  const first = await observeAsItIs(world, ends, execute);
  if (first.outcome !== "unresolved" || !world.fallback) return first;
  const second = await observeWorld(world.fallback, ends, execute);
  const milliseconds = first.milliseconds + second.milliseconds;
  return { ...second, content: world.content, milliseconds, runs: first.runs + second.runs };
}

async function observeAsItIs(
  world: World,
  { failure, timeLimit, repeat }: LearnedFromEnds,
  execute: Execute,
): Promise<Observation> {
  const limit = Math.min(timeLimit, world.timeLimit ?? Number.POSITIVE_INFINITY);
  const judgements: Judgement[] = [];
  let milliseconds = 0;
  let hint: string | undefined;
  let details: string | undefined;
  while (judgements.length < repeat && judgements.at(-1)?.outcome !== "fail") {
    const executed = await executeIfStartable(world, () => execute(limit, world));
    if (!executed) return { outcome: "unresolved", content: world.content, ended: "not there", milliseconds, runs: 1 };
    const { execution, candidate } = executed;
    const judgement = judge(execution, failure, candidate);
    judgements.push(judgement);
    milliseconds += execution.milliseconds;
    if (judgement.outcome === "unresolved") hint = world.hint?.(execution);
    details = world.details?.(execution);
  }
  const outcome = combineOutcomes(judgements.map((each) => each.outcome));
  return {
    outcome,
    content: world.content,
    ...evidence(judgements.findLast((each) => each.outcome === outcome) ?? judgements.at(-1)!),
    milliseconds: Math.round(milliseconds),
    runs: judgements.length,
    ...(hint === undefined || outcome !== "unresolved" ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  };
}

/** Undefined where the program is part of the world, and this world does not have it. */
async function executeIfStartable(world: World, execute: () => Promise<Executed>): Promise<Executed | undefined> {
  try {
    return await execute();
  } catch (error) {
    if (error instanceof StartError && world.ownProgram) return undefined;
    throw error;
  }
}

function evidence({ ended, otherFailure, printed, kind, outputLine, question }: Judgement) {
  return {
    ended,
    ...(otherFailure === undefined ? {} : { otherFailure }),
    ...(printed === undefined || printed === otherFailure ? {} : { printed }),
    ...(kind === undefined ? {} : { kind }),
    ...(outputLine === undefined ? {} : { outputLine }),
    ...(question === undefined ? {} : { question }),
  };
}
