import type { FindingDetails } from "../run/story.ts";
import { causeIn, searchNameFor } from "../search/goal.ts";
import { type ListSearch, numbersIn } from "./list.ts";
import type { ListConclusion } from "./search-list.ts";

/** The fields of a finding that a search in a list fills in. */
export function listDetails({ request, list }: ListSearch, { result: found = [] }: ListConclusion): FindingDetails {
  const [first] = found;
  const [cause = [], ...further] = found.map((sets) => numbersIn(causeIn(sets), list).map(list.entry));
  return {
    goal: request.goal,
    search: searchNameFor(request.goal, request.search),
    deltas: { total: list.total, cause: first ? causeIn(first).size : list.total },
    by: list.unit,
    cause,
    causes: further,
    files: (first && request.output) ?? {},
  };
}
