import type { CauseEntry } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";

/** Maximum number of packages that are named in a sentence. */
const maxNamed = 10;

/** Upgrades in a sentence, without what brings or requires them. */
export function upgradeList(entries: readonly CauseEntry[]): string {
  const texts = entries.map(({ text = "" }) => text.replace(/(?:, brought by .*)?(?: \(.*\))?$/, ""));
  return listText(texts, { max: maxNamed });
}
