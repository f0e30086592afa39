import { UserError } from "../../../../core/user-error.ts";
import { editedManifests, editTexts, movable, readDirect } from "../direct-dependencies.ts";
import { foldersLike } from "../folders-like.ts";
import { movedPackages, type Requiring } from "../lock-graph.ts";
import type { LockDifference, SideFiles } from "../manager.ts";
import { manifestsIn, workspaceName } from "../package-manifest.ts";
import { composeBerry } from "./berry.ts";
import { composeClassic } from "./classic.ts";
import {
  descriptorOf,
  isWorkspace,
  readYarnLockfile,
  type YarnEntry,
  yarnGraph,
  yarnLockfileText,
} from "./lockfile.ts";
import { type YarnSide, yarnSide } from "./side.ts";

export const lockfileName = "yarn.lock";

export function compareYarn(oldFiles: SideFiles, newFiles: SideFiles): LockDifference {
  const [old, now] = [oldFiles, newFiles].map((files) => yarnSide(files, readYarnLockfile(files))) as [
    YarnSide,
    YarnSide,
  ];
  refuseOtherFormat(old, now);
  const moved = movable(movedPackages(graphOf(old), graphOf(now)), { old, now });
  const compose = (isUpgraded: (name: string) => boolean) =>
    (now.lockfile.isBerry ? composeBerry : composeClassic)({ old, now, moved }, isUpgraded);
  return {
    manifests: manifestsIn([old, now].flatMap(workspaceFolders)),
    packages: moved,
    compose: (isUpgraded) => {
      const { entries, edits } = compose(isUpgraded);
      const text = yarnLockfileText(now.lockfile, entries);
      return new Map([
        ...[newFiles.lockfile, lockfileName].map((name) => [name, text] as const),
        ...editedManifests(newFiles, edits),
      ]);
    },
    manifestNeeds: (isUpgraded) => editTexts(compose(isUpgraded).edits),
  };
}

/** Of the project and its workspaces: only later ones than Yarn 1 list these in the lockfile. */
function workspaceFolders({ files, lockfile, manifest }: YarnSide): string[] {
  const { workspaces = [] } = manifest;
  const patterns = Array.isArray(workspaces) ? workspaces : ((workspaces as { packages?: unknown[] }).packages ?? []);
  const like = patterns.flatMap((each) => (typeof each === "string" ? foldersLike(each, files) : []));
  const listed = like.filter((folder) => files.read(`${folder}/package.json`) !== undefined);
  const locked = lockfile.entries.filter(isWorkspace).map(({ key }) => key.slice(key.indexOf("@workspace:") + 11));
  return [".", ...listed, ...locked];
}

function refuseOtherFormat(old: YarnSide, now: YarnSide): void {
  if (old.lockfile.head === now.lockfile.head) return;
  const formatOf = ({ files, lockfile }: YarnSide) =>
    `${files.lockfile} of ${files.name} is of ${lockfile.isBerry ? `Yarn 2 or later (${metadata(lockfile.head)})` : "Yarn 1"}`;
  throw new UserError(
    `${formatOf(old)}, ${formatOf(now)}: let the same yarn write both, for instance by yarn install with the older package.json.`,
  );
}

function metadata(head: string): string {
  const lines = head.slice(head.indexOf("__metadata:")).split("\n").slice(1);
  return lines.map((line) => line.trim()).join(", ");
}

function graphOf(side: YarnSide) {
  return yarnGraph(
    side.lockfile,
    side.lockfile.isBerry ? requiredInBerry(side) : requiredInClassic(side),
    side.override,
  );
}

type Required = readonly [descriptor: string, Requiring];

function requiredInBerry({ lockfile, override }: YarnSide): Required[] {
  const isProject = ({ key }: YarnEntry) => key.endsWith("@workspace:.");
  const workspaces = lockfile.entries.filter(isWorkspace);
  return [...workspaces.filter(isProject), ...workspaces.filter((each) => !isProject(each))].flatMap((each) =>
    each.requires.map((descriptor): Required => {
      const by: Requiring = isProject(each) ? "project" : { workspace: each.name };
      return [override(descriptor, each.name), by];
    }),
  );
}

/** The lockfile of Yarn 1 has no workspaces: their manifests say what they require, as far as these are known. */
function requiredInClassic(side: YarnSide): Required[] {
  const { files, lockfile, direct } = side;
  const required = new Set(lockfile.entries.flatMap(({ requires }) => requires));
  const inWorkspaces = workspaceFolders(side)
    .filter((folder) => folder !== ".")
    .flatMap((folder) =>
      readDirect(files, [folder]).map(({ name, range }): Required => {
        return [descriptorOf(name, range, false), { workspace: workspaceName(files, folder) }];
      }),
    );
  const others = [...lockfile.byDescriptor.keys()].filter((each) => !required.has(each));
  return [
    ...direct.map(({ descriptor }): Required => [descriptor, "project"]),
    ...inWorkspaces,
    ...others.map((each): Required => [each, "unknown"]),
  ];
}
