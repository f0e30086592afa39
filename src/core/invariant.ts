/** A bug in culprit, never the user's mistake: an assumption of the code does not hold. Checked in production too. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

/** Throws unless `condition` holds; `sentence` says what was to be true. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}
