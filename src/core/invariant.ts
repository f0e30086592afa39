/** A fault of ours, never the user's: a promise the code makes to itself was broken. Checked in production too. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

/** Throws unless `condition` holds; `sentence` says what was to be true. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}
