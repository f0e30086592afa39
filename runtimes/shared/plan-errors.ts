import type { PlanAnswer } from "../protocol/state.ts";

type FailedPlan = Extract<PlanAnswer, { readonly failed: true }>;
type Missed = Extract<PlanAnswer, { readonly missed: string }>;

/** The plan could not be carried out. */
export class PlanFailure extends Error {
  readonly why: FailedPlan["why"];

  constructor(why: FailedPlan["why"], reason: string) {
    super(reason);
    this.why = why;
  }
}

/** The program did not reach the place of the plan. */
export class MissedPlace extends Error {
  readonly answer: Missed;

  constructor(answer: Missed, message: string) {
    super(message);
    this.answer = answer;
  }
}

/** A value cannot be changed as the plan asks. */
export class ImpossibleChange extends Error {}
