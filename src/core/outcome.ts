/** What a test says of a world: the failure does not occur, it occurs, or the test could not tell. */
export type Outcome = "pass" | "fail" | "unresolved";

export const outcomes: readonly Outcome[] = ["pass", "fail", "unresolved"];
