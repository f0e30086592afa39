import { directEdits } from "../direct-dependencies.ts";
import type { ManifestEdit } from "../package-manifest.ts";
import { chooser, composeEntries } from "./compose.ts";
import { descriptorOf, isWorkspace, type YarnEntry } from "./lockfile.ts";
import type { Composed, YarnDifference } from "./side.ts";

/** A lockfile of Yarn 2 or later says itself what the project requires, and may lead anywhere. */
export function composeBerry({ old, now, moved }: YarnDifference, isUpgraded: (name: string) => boolean): Composed {
  const edits = directEdits({ old, now, moved }, isUpgraded);
  const workspaces = now.lockfile.entries.filter(isWorkspace).map((entry) => {
    const path = entry.key.slice(entry.key.indexOf("@workspace:") + 11);
    const file = path === "." ? "package.json" : `${path}/package.json`;
    return edits.filter((edit) => edit.file === file).reduce(editEntry, entry);
  });
  const sides = { old: old.lockfile, new: now.lockfile };
  const roots = workspaces.flatMap(({ name, requires }) => requires.map((each) => [each, name] as const));
  const choose = chooser(sides, moved, isUpgraded);
  return { entries: [...workspaces, ...composeEntries({ sides, choose, override: now.override }, roots)], edits };
}

/** The entry of a workspace with another requirement. */
function editEntry(entry: YarnEntry, { name, range }: ManifestEdit): YarnEntry {
  const lines = entry.body.split("\n");
  const key = /^[a-z]/i.test(name) ? name : JSON.stringify(name);
  const start = lines.indexOf("  dependencies:");
  if (range === undefined) {
    const line = lines.findIndex((each, i) => i > start && each.startsWith(`    ${key}: `));
    const kept = lines.filter((_, i) => i !== line);
    const isEmpty = !/^ {4}/.test(kept[start + 1] ?? "");
    const body = kept.filter((_, i) => !(isEmpty && i === start)).join("\n");
    return { ...entry, body, requires: entry.requires.filter((each) => !each.startsWith(`${name}@`)) };
  }
  const descriptor = descriptorOf(name, range, true);
  const added = `    ${key}: ${JSON.stringify(descriptor.slice(name.length + 1))}`;
  const section = start === -1 ? ["  dependencies:"] : [];
  const at = start === -1 ? lines.findIndex((each) => /^ {2}(?:languageName|peerDep)/.test(each)) : start + 1;
  const plain = (line: string) => line.replaceAll('"', "");
  let place = at;
  while (start !== -1 && /^ {4}/.test(lines[place] ?? "") && plain(lines[place]!) < plain(added)) place++;
  const body = [...lines.slice(0, place), ...section, added, ...lines.slice(place)].join("\n");
  return { ...entry, body, requires: [...entry.requires, descriptor] };
}
