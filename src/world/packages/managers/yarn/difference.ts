import { UserError } from "../../../../core/user-error.ts";
import { movedPackages } from "../lock-graph.ts";
import type { LockDifference, MovedPackage, SideFiles } from "../manager.ts";
import { editManifest, editText, readManifest } from "../package-manifest.ts";
import { composeBerry } from "./berry.ts";
import { composeClassic } from "./classic.ts";
import { type YarnSide, yarnSide } from "./direct-dependencies.ts";
import { isWorkspace, readYarnLockfile, yarnGraph, yarnLockfileText } from "./lockfile.ts";

export const lockfileName = "yarn.lock";

export function compareYarn(oldFiles: SideFiles, newFiles: SideFiles): LockDifference {
  const [old, now] = [oldFiles, newFiles].map((files) => yarnSide(files, readYarnLockfile(files))) as [
    YarnSide,
    YarnSide,
  ];
  refuseOtherFormat(old, now);
  const all = movedPackages(graphOf(old), graphOf(now));
  const moved = all.filter(
    (each) => (each.old !== undefined && each.new !== undefined) || isListed(each, { old, now }),
  );
  const compose = (isUpgraded: (name: string) => boolean) =>
    (now.lockfile.isBerry ? composeBerry : composeClassic)({ old, now, moved }, isUpgraded);
  return {
    packages: moved,
    compose: (isUpgraded) => {
      const { entries, edits } = compose(isUpgraded);
      const text = yarnLockfileText(now.lockfile, entries);
      const files = new Map([newFiles.lockfile, lockfileName].map((name) => [name, text]));
      for (const file of new Set(edits.map((each) => each.file))) {
        const manifest = readManifest(newFiles.read(file), `${file} of ${newFiles.name}`);
        files.set(
          file,
          editManifest(
            manifest,
            edits.filter((each) => each.file === file),
          ),
        );
      }
      return files;
    },
    manifestNeeds: (isUpgraded) => compose(isUpgraded).edits.map((edit) => editText(edit, edit.file)),
  };
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

/** Whether a package that only one side has is asked for by a manifest that we can change. */
function isListed({ name, old: was }: MovedPackage, { old, now }: { old: YarnSide; now: YarnSide }): boolean {
  const { direct, lockfile } = was === undefined ? now : old;
  return direct.some(({ descriptor }) => lockfile.byDescriptor.get(descriptor)?.name === name);
}

function graphOf({ lockfile, direct, override }: YarnSide) {
  const { entries, byDescriptor } = lockfile;
  const required = new Set(entries.flatMap(({ requires }) => requires));
  const roots = lockfile.isBerry
    ? entries.filter(isWorkspace).flatMap(({ name, requires }) => requires.map((each) => override(each, name)))
    : [
        ...direct.map(({ descriptor }) => descriptor),
        ...[...byDescriptor.keys()].filter((each) => !required.has(each)),
      ];
  return yarnGraph(lockfile, roots, override);
}
