import type { Finding, Story } from "../core/finding.ts";
import { shortPath } from "../world/files/short-path.ts";

/** Shows paths of files inside a folder relative to it. */
export function withShortPaths(story: Story, cwd: string): Story {
  const { files, otherFailures, patches } = story.finding;
  const short = (path: string) => (path.startsWith("/") ? shortPath(path, cwd) : path);
  const inFile = <T extends { readonly file?: string }>(each: T): T =>
    each.file === undefined ? each : { ...each, file: short(each.file) };
  const finding: Finding = {
    ...story.finding,
    files: Object.fromEntries(Object.entries(files).map(([which, path]) => [which, short(path)])),
    ...(otherFailures ? { otherFailures: otherFailures.map(inFile) } : {}),
    ...(patches ? { patches: patches.map(inFile) } : {}),
  };
  return { ...story, finding };
}
