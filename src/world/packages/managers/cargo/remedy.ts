import { commandLine } from "../../../../core/command-line.ts";
import { listText } from "../../../../core/list-text.ts";
import type { MovedPackage, Remedy, SideFiles } from "../manager.ts";
import { accepts, editedManifests, editText, projectManifests } from "./manifests.ts";

/** Holds a crate back in the lockfile or, where a manifest of the project rules that out, in the manifest, too. */
export function cargoRemedy({ name: named, old, new: now }: MovedPackage, side: SideFiles): Remedy | undefined {
  const name = named.replace(/@.*/, "");
  // A commit of a repository is held back in other ways.
  if (old === undefined || now === undefined || /\s/.test(old)) return undefined;
  const edits = projectManifests(side).flatMap((manifest) =>
    manifest.requirements
      .filter(({ crate, range }) => crate === name && accepts(range, now) && !accepts(range, old))
      .map((each) => ({ ...each, manifest, range: `=${old}` })),
  );
  const files = editedManifests(edits);
  const update = `cargo update ${commandLine([`${name}@${now}`])} --precise ${commandLine([old])}`;
  if (edits.length === 0) return { text: update, files, update: () => `${update} --quiet` };
  return {
    text: `${listText(edits.map(editText))}, then cargo update --workspace`,
    files,
    update: () => "cargo update --workspace --quiet",
  };
}
