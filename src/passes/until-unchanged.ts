import { andThen, done, type Search } from "../core/search.ts";

/**
 * Begins a search again on what it leaves, until that is all it was given: for proofs whose pieces are others once something has gone,
 * or that go through them once, although what goes late may have been all that an earlier one was needed for.
 */
export function untilUnchanged<D extends { readonly content: string }>(
  begin: (draft: D) => Search<D, D> | undefined,
): typeof begin {
  const again = (draft: D): Search<D, D> =>
    andThen(begin(draft) ?? done(draft), (left) => (left.content === draft.content ? done(left) : again(left)));
  return (draft) => begin(draft) && again(draft);
}
