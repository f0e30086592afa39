import {
  parseSchedule,
  type Schedule,
  type Segment,
  scheduleText,
} from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Branch } from "./branches.ts";
import { Frontier } from "./frontier.ts";

/** A frontier as plain data. Many branches come from one run, which is kept once. */
export interface SavedFrontier {
  readonly runs: readonly string[];
  readonly branches: readonly SavedBranch[];
  readonly dropped: number;
  readonly isCut: boolean;
}

type SavedBranch = readonly [run: number, shared: number, stop: string, next: string, cost: number];

export function saveFrontier(frontier: Frontier, isCut: boolean): SavedFrontier {
  const numbers = new Map<Schedule, number>();
  const numberOf = (run: Schedule) => {
    if (!numbers.has(run)) numbers.set(run, numbers.size);
    return numbers.get(run)!;
  };
  const text = (segment: Segment | undefined) => (segment ? scheduleText([segment]) : "");
  const branches = frontier.left.map(
    ({ run, shared, stop, next, cost }): SavedBranch => [numberOf(run), shared, text(stop), text(next), cost],
  );
  return { runs: [...numbers.keys()].map(scheduleText), branches, dropped: frontier.dropped, isCut };
}

export function loadFrontier(bound: number, { runs, branches, dropped }: SavedFrontier): Frontier {
  const schedules = runs.map((text) => parseSchedule(text)!);
  const segment = (text: string) => parseSchedule(text)![0];
  const loaded = branches.map(([run, shared, stop, next, cost]): Branch => {
    const [stopped, other] = [segment(stop), segment(next)];
    return {
      run: schedules[run]!,
      shared,
      ...(stopped ? { stop: stopped } : {}),
      ...(other ? { next: other } : {}),
      cost,
    };
  });
  return new Frontier(bound, loaded, dropped);
}
