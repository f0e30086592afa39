import { listText } from "../../../core/list-text.ts";

/** Maximum number of packages that are named in a sentence. */
const maxNamed = 3;

/** Suggests `--deeper`. */
export function nextStep(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const packages = [...new Set(names)];
  const which = packages.length > maxNamed ? "these packages" : listText(packages);
  return [`--deeper looks inside ${which} and names the lines.`];
}
