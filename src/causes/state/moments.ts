import { changedRegions } from "../../world/difference.ts";
import type { Both } from "./place.ts";
import type { Moment, Plan } from "./protocol.ts";
import { runOf } from "./request.ts";
import { type Task, written } from "./task.ts";

/** What a call does in both runs, in its order; without a call, what the main code of the program does. */
export async function commonMoments(task: Task, call?: Both): Promise<Both[]> {
  const follow = async (which: "pass" | "fail", place: Both["passing"] | undefined) => {
    const asked = place?.function === undefined ? { hit: 1 } : { function: place.function, hit: place.hit };
    const plan = (capture: string): Plan => ({ ...runOf(task.request, which), moments: { ...asked, capture } });
    return (await written<Moment[]>(task, plan)).value ?? [];
  };
  const [passing, failing] = await Promise.all([follow("pass", call?.passing), follow("fail", call?.failing)]);
  return aligned(passing, failing);
}

/** Which moments of the one are which of the other. How often a place was reached before may differ. */
export function aligned(passing: readonly Moment[], failing: readonly Moment[]): Both[] {
  const numbers = new Map<string, number>();
  const numbered = (moments: readonly Moment[]) =>
    moments.map((moment) => {
      const key = "function" in moment ? moment.function : `${moment.file}:${moment.line}`;
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
  const both: Both[] = [];
  let [a, b] = [0, 0];
  const same = (upTo: number) => {
    for (; a < upTo; a++, b++) both.push({ passing: passing[a]!, failing: failing[b]! });
  };
  for (const region of changedRegions(numbered(passing), numbered(failing))) {
    same(region.a);
    [a, b] = [region.a + region.aCount, region.b + region.bCount];
  }
  same(passing.length);
  return both;
}
