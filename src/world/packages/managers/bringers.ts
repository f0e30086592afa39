import { isInRange } from "../version-range.ts";

/** A package of the new side, with the ranges in which it requires others by their names. */
export interface Requirer {
  readonly name: string;
  readonly version: string;
  readonly ranges: readonly (readonly [name: string, range: string])[];
}

/**
 * For a name, the packages that brought its new version, as in `express 4.22.1`: they are not on the old side in this version, and
 * what they declare rules out every version that was there. `rulesOut` is true only where that is certain.
 */
export function bringersAmong(
  requirers: Iterable<Requirer>,
  versionsBefore: (name: string) => readonly string[],
  rulesOut = (range: string, version: string) => isInRange(version, range) === false,
): (name: string) => string[] {
  const upgraded = [...requirers].filter(({ name, version }) => !versionsBefore(name).includes(version));
  return (name) => {
    const before = versionsBefore(name);
    const isBringer = ({ ranges }: Requirer) =>
      ranges.some(([each, range]) => each === name && before.every((version) => rulesOut(range, version)));
    return [...new Set(upgraded.filter(isBringer).map((each) => `${each.name} ${each.version}`))];
  };
}
