/** culprit in tests: runs the body of a test under many schedules, and finds the order of events that makes it fail. */
export type { Explored } from "./causes/schedule/body/exploration.ts";
export { type ExploreOptions, explore, ScheduleError } from "./causes/schedule/body/library.ts";
