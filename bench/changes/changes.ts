import { bisecting } from "./bisecting.ts";
import { composing } from "./composing.ts";
import { preparing } from "./preparing.ts";
import { realCommits } from "./real-commits.ts";
import { regressions } from "./regressions/regressions.ts";
import { searching } from "./searching.ts";

/** Causes in changes: how quickly candidates are made, how long large files take to prepare, beside git bisect, and how few tests. */
export async function changes(): Promise<void> {
  await composing();
  await preparing();
  await bisecting();
  await searching();
}

/**
 * By name, also what takes long: `changes regressions --only qs` runs some of the real regressions, `changes commits --from
 * DIR` the search for the commit in the git repositories of a folder.
 */
export async function allOfChanges(options: readonly string[]): Promise<void> {
  const [part, ...rest] = options;
  if (part === "regressions") return regressions(rest);
  if (part === "commits") return realCommits(fromIn(rest));
  await changes();
  await regressions(options);
}

function fromIn(options: readonly string[]): string {
  const from = options[options.indexOf("--from") + 1];
  if (options.includes("--from") && from !== undefined) return from;
  console.error("Which folder holds the repositories? changes commits --from DIR");
  process.exit(2);
}
