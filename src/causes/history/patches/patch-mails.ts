import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FolderEntry } from "../../../world/files/folder.ts";
import { removePartials, writeFolderAtomically } from "../../../world/files/write-atomically.ts";
import type { VersionHistory } from "../walk/version-history.ts";
import { patchSignature } from "./carried-folder.ts";
import type { Cure, PatchSeries } from "./patch-series.ts";

/** Writes patches for `git am`, and nothing else, into a folder; returns their paths. */
export function writePatchMails(history: VersionHistory, { trees, cures }: PatchSeries, folder: string): string[] {
  const entries = cures.map((cure, i): FolderEntry => {
    const patch = history.patchBetween(trees[i]!, trees[i + 1]!);
    const path = `${String(i + 1).padStart(4, "0")}-${fileNameOf(subjectOf(history, cure))}.patch`;
    const head = headOf(history, cure, `[PATCH ${i + 1}/${cures.length}]`);
    const bytes = Buffer.concat([Buffer.from(`${head}\n---\n`), patch, Buffer.from(patchSignature)]);
    return { path, mode: 0o666 & ~process.umask(), kind: "file", bytes };
  });
  mkdirSync(dirname(folder), { recursive: true });
  removePartials(folder);
  writeFolderAtomically(folder, { entries, modes: new Map() });
  return entries.map(({ path }) => join(folder, path));
}

/** The head of the mail: whose work the patch is, and why it is carried. */
function headOf(history: VersionHistory, cure: Cure, number: string): string {
  const { commit, cures, at } = cure;
  const [author, date] =
    commit === undefined
      ? []
      : history.repository.fields(["show", "-s", "-z", "--format=%an <%ae>%x00%aD%x00", commit]);
  const why =
    cures === undefined
      ? "Given to carry along."
      : `Carried back to older versions: without it ${at} shows\n\n  ${cures.replaceAll("\n", "\n  ")}\n\ninstead of the failure.`;
  const part = commit === undefined ? "" : `\n\nPart of ${commit}.`;
  return [
    `From ${commit ?? "0".repeat(40)} Mon Sep 17 00:00:00 2001`,
    `From: ${author || "culprit <culprit@localhost>"}`,
    `Date: ${date || "Thu, 01 Jan 1970 00:00:00 +0000"}`,
    `Subject: ${number} ${subjectOf(history, cure)}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=UTF-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    `${why}${part}`,
  ].join("\n");
}

function subjectOf({ repository }: VersionHistory, { commit, number }: Cure): string {
  const subject = commit === undefined ? "" : repository.text(["show", "-s", "--format=%s", commit]);
  return subject === "" ? `Carried patch ${number}` : subject;
}

function fileNameOf(subject: string): string {
  return (
    subject
      .replace(/[^\w.]+/g, "-")
      .replace(/^[-.]+|[-.]+$/g, "")
      .slice(0, 52) || "patch"
  );
}
