import { relative } from "node:path";
import { conditionWords } from "../../application/condition-words.ts";
import { commandLine } from "../../core/command-line.ts";
import type { HistoryContext } from "./context.ts";
import { carriedFolder } from "./patches/carried-folder.ts";
import type { HistoryRequest } from "./request.ts";

/** How the user can continue if no version passed, from the version that the saved patches are for. */
export function adviceToContinue({ run, historyRequest, history, saved }: HistoryContext): string {
  if (saved === undefined) return "";
  const from = history.nameAt(saved);
  const folder = relative(historyRequest.cwd, carriedFolder(run, historyRequest));
  // There is nothing to walk back over from the first commit.
  if (history.repository.resolveCommit(`${history.commitAt(saved)}^`) === undefined)
    return `\nThe patches, adapted to ${from}, are in ${folder}.`;
  const range =
    historyRequest.backTo !== undefined && saved < history.oldest ? ["--back-to", historyRequest.backTo] : [];
  const words = ["--from", from, ...range, "--carry", folder, ...options(historyRequest), "--", ...historyRequest.test];
  return `\nTo go on by hand, change the patches or add your own: ${commandLine(["culprit", "history", ...words])}`;
}

/** The options that the user gave on the versions and the test. */
function options({ every, build, keep, fresh, copy, conditions }: HistoryRequest): string[] {
  return [
    ...(every === "commit" ? [] : ["--every", every]),
    ...(build === undefined ? [] : ["--build", build]),
    ...(keep.length === 0 ? [] : ["--keep", keep.join(",")]),
    ...(fresh ? ["--fresh"] : []),
    ...(copy ? ["--copy"] : []),
    ...conditionWords(conditions),
  ];
}
