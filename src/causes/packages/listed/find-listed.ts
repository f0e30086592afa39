import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wordsForSh } from "../../../core/command-line.ts";
import type { DeltaSet } from "../../../core/delta-set.ts";
import type { CauseEntry, Story } from "../../../core/finding.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Run } from "../../../run/run.ts";
import { storyOf } from "../../../run/story.ts";
import type { SettingsList } from "../../../settings/list.ts";
import { listDetails } from "../../../settings/list-details.ts";
import { searchList } from "../../../settings/search-list.ts";
import type { World } from "../../../trial/laboratory.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import { againWords } from "../again.ts";
import type { PackagesFinding } from "../finding.ts";
import { readLists, type VersionLists } from "./read-lists.ts";
import { refusedListNote } from "./refused-list-note.ts";
import type { ListedRequest } from "./request.ts";
import { differingVersions, versionsText } from "./version-list.ts";

/** Finds which of two lists' differing versions makes a test fail, whatever it is that the user's command installs. */
export async function findInLists(run: Run, request: ListedRequest): Promise<Story<PackagesFinding>> {
  const lists = readLists(request);
  lists.contents.forEach((hash, i) => {
    if (hash === request.contents[i]) return;
    const changed = i === 0 ? request.old : request.new;
    throw new UserError(`${changed} has changed since the run began, so its outcomes no longer hold: start a new run.`);
  });
  const search = { run, request, list: versionSettings(request, lists) };
  const conclusion = await searchList(search);
  const refused = refusedListNote(run);
  const notes = refused === undefined ? {} : { notes: [refused] };
  const details = { ...listDetails(search, conclusion), ...notes, again: againWords(request) };
  return storyOf<PackagesFinding>(run, request, { conclusion, details });
}

function versionSettings(request: ListedRequest, { old, now }: VersionLists): SettingsList {
  const names = differingVersions(old, now);
  const textOf = (set: DeltaSet) => {
    const mixed = new Map(old);
    for (const [i, name] of names.entries()) {
      if (!set.has(i)) continue;
      const version = now.get(name);
      if (version === undefined) mixed.delete(name);
      else mixed.set(name, version);
    }
    return versionsText(mixed);
  };
  return {
    unit: "packages",
    total: names.length,
    world: (set) => ({ ...installedWorld(request, textOf(set)), size: set.size }),
    names: { failing: shortPath(request.new, request.cwd), other: shortPath(request.old, request.cwd) },
    advice: {
      fail: "Name a list with which the test passes first.",
      unresolved: "Name a list that --install can install, and with which the test passes, first.",
    },
    text: textOf,
    entry: (i) => entryOf(names[i]!, { old: old.get(names[i]!)?.version, now: now.get(names[i]!)?.version }),
    words: [],
  };
}

/** A world in which the user's command installs a list before the test runs. */
function installedWorld({ cwd, test, install }: ListedRequest, list: string): World {
  return {
    content: contentHash(list),
    keep: (path) => {
      writeFileAtomically(path, list);
      return path;
    },
    make: (folder) => {
      const [target, file] = [join(folder, "installed"), join(folder, "list.txt")];
      mkdirSync(target);
      writeFileSync(file, list);
      return {
        argv: test.map((word) => word.replaceAll("{}", target)),
        cwd,
        build: ["sh", "-c", install.replaceAll("{}", wordsForSh([target]))],
        environment: { CULPRIT_CWD: cwd, CULPRIT_LIST: file, CULPRIT_INSTALLED: target },
        stdin: undefined,
        candidate: [target],
      };
    },
  };
}

function entryOf(name: string, { old, now }: { old: string | undefined; now: string | undefined }): CauseEntry {
  const what = old === undefined ? `${now} added` : now === undefined ? `${old} removed` : `${old} → ${now}`;
  return {
    text: `${name} ${what}`,
    package: name,
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
  };
}
