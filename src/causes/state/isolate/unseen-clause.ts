import { listText } from "../../../core/list-text.ts";
import { count } from "../../../report/quantity.ts";
import type { Coverage } from "./place-finding.ts";

const maxNames = 5;

/** What was left out of a comparison, for people; undefined: nothing. */
export function unseenClause(coverage: Coverage | undefined): string | undefined {
  if (!coverage || coverage.unseen.length === 0) return undefined;
  const names = listText(coverage.unseen, { max: maxNames });
  return `only ${seenText(coverage)} were compared one by one, and not all parts of ${names} (use --max-values for more)`;
}

/** `103,000 of about 1,120,000 values`. */
export function seenText({ captured, total }: Coverage): string {
  return total === undefined || total <= captured
    ? `${count(captured)} values`
    : `${count(captured)} of about ${count(total)} values`;
}
