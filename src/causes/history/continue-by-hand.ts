import { relative } from "node:path";
import { commandLine } from "../../core/command-line.ts";
import type { HistoryTask } from "./context.ts";
import { carriedFolder } from "./patches/carried-folder.ts";
import type { HistoryRequest } from "./request.ts";

/** How to go on by hand, where no version passed, from the version for which the patches were written last. */
export function howToGoOn({ run, asked, past, saved }: HistoryTask): string {
  if (saved === undefined) return "";
  const from = past.nameAt(saved);
  const folder = relative(asked.cwd, carriedFolder(run, asked));
  // The end of a history cannot be walked back from.
  if (past.repository.commit(`${past.commitAt(saved)}^`) === undefined)
    return `\nThe patches, adapted to ${from}, are in ${folder}.`;
  const range = asked.backTo !== undefined && saved < past.oldest ? ["--back-to", asked.backTo] : [];
  const words = ["--from", from, ...range, "--carry", folder, ...options(asked), "--", ...asked.test];
  return `\nTo go on by hand, change the patches or add your own: ${commandLine(["culprit", "history", ...words])}`;
}

/** What else the user said about the versions and the test. */
function options({ every, build, keep, fresh, conditions }: HistoryRequest): string[] {
  const { failure, repeat, timeout, sandbox } = conditions;
  const { mode } = failure;
  return [
    ...(every === "commit" ? [] : ["--every", every]),
    ...(build === undefined ? [] : ["--build", build]),
    ...(keep.length === 0 ? [] : ["--keep", keep.join(",")]),
    ...(fresh ? ["--fresh"] : []),
    ...(mode === "same" ? [] : mode === "interesting" ? ["--interesting"] : ["--failure", named(failure)]),
    ...(repeat === 1 ? [] : ["--repeat", String(repeat)]),
    ...(timeout === undefined ? [] : ["--timeout", `${timeout}ms`]),
    ...(sandbox ? ["--sandbox"] : []),
  ];
}

function named(failure: HistoryRequest["conditions"]["failure"]): string {
  return failure.mode === "match" ? `match:${failure.pattern}` : failure.mode;
}
