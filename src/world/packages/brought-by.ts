import { listText } from "../../core/list-text.ts";

/** Maximum number of packages that are named as having brought another. */
const maxBringers = 3;

/** What follows the versions of a package in a report: `, brought by express 4.22.1`; nothing if no package brought it. */
export function broughtByText(bringers: readonly string[]): string {
  return bringers.length === 0 ? "" : `, brought by ${listText(bringers, { max: maxBringers })}`;
}
