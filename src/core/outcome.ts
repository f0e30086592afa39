/** The result of a test: the failure does not occur, it occurs, or the test cannot tell. */
export type Outcome = "pass" | "fail" | "unresolved";

export const outcomes: readonly Outcome[] = ["pass", "fail", "unresolved"];
