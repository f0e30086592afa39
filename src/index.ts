/** culprit as a library: finds causes in values of this process, and has the parts for building other searches. */
export {
  type FindOptions,
  type Isolated,
  isolate,
  type Simplified,
  type SimplifyOptions,
  simplify,
} from "./causes/values/find.ts";
export { type Reduced, type ReduceOptions, reduce } from "./causes/values/reduce.ts";
export type { Value, Widened } from "./causes/values/sequence.ts";
export { type Test, throwing } from "./causes/values/test.ts";
export { DeltaSet } from "./core/delta-set.ts";
export type { BrokenAssumption, Finding } from "./core/finding.ts";
export type { Outcome } from "./core/outcome.ts";
export {
  type Ask,
  andThen,
  ask,
  asking,
  bestOf,
  type DeltaSearch,
  type Done,
  done,
  on,
  type Search,
} from "./core/search.ts";
export { UserError } from "./core/user-error.ts";
export { lookAhead } from "./drive/look-ahead.ts";
export { sequential } from "./drive/sequential.ts";
export type { Driver, TrialResult, Walk, WalkStep } from "./drive/walk.ts";
export { auto } from "./search/auto.ts";
export { causes } from "./search/causes.ts";
export { dd, type Pair } from "./search/dd.ts";
export { ddmax } from "./search/ddmax.ts";
export { ddmin, oneMinimal } from "./search/ddmin.ts";
export { interference } from "./search/interference.ts";
export { thorough } from "./search/thorough.ts";
export { wide } from "./search/wide.ts";
