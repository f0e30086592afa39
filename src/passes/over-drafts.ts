import { on, type Search } from "../core/search.ts";

/**
 * A search over sets, or over drafts of a part, as one over the drafts that these stand for. Each is made once: a draft
 * keeps its text and the hash of it, which are not to be made again whenever the search comes back to it.
 */
export function overDrafts<Q extends object, D>(search: Search<Q, Q>, make: (question: Q) => D): Search<D, D> {
  const drafts = new WeakMap<Q, D>();
  const draftOf = (question: Q) => {
    const draft = drafts.get(question) ?? make(question);
    drafts.set(question, draft);
    return draft;
  };
  return on(search, { question: draftOf, result: draftOf });
}
