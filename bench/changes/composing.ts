import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { patchBetween } from "../../src/versions/changes/patch.ts";
import { Changes } from "../../src/world/changes/version-diff.ts";
import { folderVersion } from "../../src/world/tree/folder-version.ts";
import { WarmTree } from "../../src/world/tree/incremental-checkout.ts";
import { random } from "../random.ts";
import { count, figure, table } from "../table.ts";

const files = 1000;
const hunksPerFile = 9;
const rounds = 7;

/** Making a neighbouring candidate, beside resetting a tree and applying a patch to it. */
export async function composing(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-composing-"));
  try {
    for (const version of ["old", "new"]) writeVersion(join(folder, version), version);
    const old = folderVersion(join(folder, "old"), "old");
    const changes = Changes.between(old, folderVersion(join(folder, "new"), "new"));
    const tree = new WarmTree(join(folder, "warm"));
    const git = repository(join(folder, "git"), join(folder, "old"));
    const half = DeltaSet.from(Array.from(changes.all).flatMap((i) => (i % 2 === 0 ? [[i, i + 1] as const] : [])));
    tree.become({ base: old, placed: changes.compose(half) });
    const [ours, theirs]: [number[], number[]] = [[], []];
    let before = half;
    for (let round = 0; round < rounds; round++) {
      const set = neighbour(before, changes.all, round);
      ours.push(milliseconds(() => tree.become({ base: old, placed: changes.compose(set) })));
      const patch = patchBetween(changes.compose(DeltaSet.empty), changes.compose(set), join(folder, "patch"));
      theirs.push(milliseconds(() => git.apply(patch)));
      before = set;
    }
    const [us, them] = [median(ours), median(theirs)];
    console.log(
      `A candidate of ${count(changes.changes.length)} changes in ${count(files)} files, of which 100 were toggled:\n`,
    );
    const rows = [
      ["composed and written", `${figure(us)} ms`, ""],
      ["git reset, git apply", `${figure(them)} ms`, `${figure(them / us)} ×`],
    ];
    console.log(`${table(["", "median", ""], rows)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeVersion(folder: string, version: string): void {
  for (let file = 0; file < files; file++) {
    const place = join(folder, `folder${file % 20}`);
    mkdirSync(place, { recursive: true });
    const lines = Array.from({ length: hunksPerFile * 12 }, (_, i) => {
      const changed = version === "new" && i % 12 === 6;
      return `line ${i} of file ${file}${changed ? ", changed in the new version" : ""}`;
    });
    writeFileSync(join(place, `file${file}.txt`), `${lines.join("\n")}\n`);
  }
}

function neighbour(set: DeltaSet, all: DeltaSet, seed: number): DeltaSet {
  const next = random(seed);
  const start = Math.floor(next() * (all.size - 100));
  const stretch = DeltaSet.range(start, start + 100);
  return set.minus(stretch).union(stretch.minus(set));
}

function repository(folder: string, from: string) {
  execFileSync("cp", ["-r", from, folder]);
  const git = (words: readonly string[], input: string | Uint8Array = "") =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
      cwd: folder,
      input,
      stdio: ["pipe", "ignore", "ignore"],
    });
  git(["init", "-q"]);
  git(["add", "."]);
  git(["commit", "-qm", "old"]);
  return {
    apply: (patch: Uint8Array) => {
      git(["reset", "--hard", "-q"]);
      git(["apply"], patch);
    },
  };
}

function milliseconds(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
