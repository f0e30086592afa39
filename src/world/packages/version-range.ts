import satisfies from "semver/functions/satisfies.js";
import isValidVersion from "semver/functions/valid.js";
import isValidRange from "semver/ranges/valid.js";

/** Whether a version is in a range; undefined if the range names no versions (a tag, a URL, a path) or the version is invalid. */
export function isInRange(version: string, dependency: string): boolean | undefined {
  // An alias such as `npm:other@^1.2.0` installs another package under this name.
  const range = dependency.replace(/^npm:(?:@[^/]+\/)?[^@]*@?/, "");
  if (isValidVersion(version) === null || isValidRange(range) === null) return undefined;
  return satisfies(version, range);
}
