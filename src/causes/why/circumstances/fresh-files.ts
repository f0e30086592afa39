import { lstatSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DeltaSet } from "../../../core/delta-set.ts";
import { listText } from "../../../core/list-text.ts";
import { searchFew } from "../../../run/stage/search-few.ts";
import type { World } from "../../../trial/laboratory.ts";
import { lstatIfThere } from "../../../world/files/stat-if-there.ts";
import type { Context } from "../context.ts";
import type { Experiment, Isolated } from "../experiment.ts";
import { type WorldName, worldOf } from "../worlds/tested-command.ts";

const program = fileURLToPath(new URL("./rewrite-files.pl", import.meta.url));

/** The tracked files, and the folders in which there is nothing else. */
interface Tracked {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** How files are written anew. */
interface Rewriting {
  readonly files: readonly string[];
  /** These are made anew, so that the system lists their files in another order. */
  readonly folders: readonly string[];
  /** With the permissions that git would give them. */
  readonly usualModes: boolean;
  /** The last one first. */
  readonly isReversed: boolean;
}

/**
 * The tracked files, with the same contents, as a new checkout would write them: in an order of its own, with the usual permissions and
 * the dates of now.
 */
export function freshFiles(context: Context): Experiment[] {
  const { files, folders } = tracked(context);
  if (files.length === 0) return [];
  return [false, true].map((isReversed) => {
    const id = isReversed ? "fresh files, reversed" : "fresh files";
    return {
      id,
      kind: "file-order",
      how: `with the same files, written anew${isReversed ? " in the other order" : " as a checkout does"}`,
      world: (nth) => rewritten(context, { id, nth }, { files, folders, usualModes: true, isReversed }),
      isolate: { search: () => findProperty(context, { files, folders }, isReversed) },
    };
  });
}

function tracked({ repository, tested }: Context): Tracked {
  if (!repository || repository.root !== tested.command.root) return { files: [], folders: [] };
  const files = repository.fields(["ls-files", "-z"]).filter((path) => isFile(join(repository.root, path)));
  const others = repository
    .fields(["ls-files", "-z", "--others", "--directory"])
    .map((path) => path.replace(/\/$/, ""));
  const mixed = new Set([".", ...others.flatMap(foldersAbove)]);
  const folders = new Set(files.flatMap(foldersAbove).filter((folder) => !mixed.has(folder)));
  return { files, folders: [...folders].sort((a, b) => b.length - a.length) };
}

function isFile(path: string): boolean {
  const status = lstatIfThere(path);
  return status !== undefined && (status.isFile() || status.isSymbolicLink());
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

function rewritten({ tested }: Context, name: WorldName, rewriting: Rewriting): World {
  const { root, cwd } = tested.command;
  return worldOf(tested, name, {
    start: (kept) => {
      const plan = join(kept, "rewrite.plan");
      writeFileSync(plan, planText(root, rewriting));
      // The files are those of the project's folder, wherever the test runs in it.
      const back = ["env", "-C", cwd];
      return { words: ["env", "-C", root, "perl", program, plan, ...back] };
    },
  });
}

function planText(root: string, { files, folders, usualModes, isReversed }: Rewriting): string {
  const fields = (isReversed ? [...files].reverse() : files).map((path) => {
    const { mode } = lstatSync(join(root, path));
    return `f ${(usualModes ? usualMode(mode) : mode & 0o7777).toString(8)} ${path}`;
  });
  return [...folders.map((folder) => `d ${folder}`), ...fields].map((field) => `${field}\0`).join("");
}

function usualMode(mode: number): number {
  return mode & 0o100 ? 0o755 : 0o644;
}

/** What of the files decides: their permissions, or else the order in which folders list them. */
async function findProperty(context: Context, { files, folders }: Tracked, isReversed: boolean): Promise<Isolated> {
  const { root } = context.tested.command;
  const modeOf = (path: string) => lstatSync(join(root, path)).mode & 0o7777;
  const odd = files.filter(
    (path) => modeOf(path) !== usualMode(modeOf(path)) && !lstatSync(join(root, path)).isSymbolicLink(),
  );
  const withModes = (chosen: readonly string[]) => ({ files: chosen, folders: [], usualModes: true, isReversed });
  if (odd.length > 0 && (await passesWith(context, "usual modes", withModes(odd)))) {
    const found = await fewest(context, "permissions", odd, withModes);
    const modes = found.items.map((path) => `${path} has the mode ${modeOf(path).toString(8)}`);
    const sentence = `It fails because ${listText(modes, { max: 3 })}, which git would not give it`;
    return { kind: "permissions", sentence, by: "files", ...found, total: odd.length };
  }
  const found = await fewest(context, "folders", leaves(folders, files), (chosen) => ({
    files: files.filter((path) => chosen.includes(dirname(path))),
    folders: chosen,
    usualModes: false,
    isReversed,
  }));
  const sentence = `It depends on the order in which the system lists the files in ${listText(found.items, { max: 3 })}`;
  return { kind: "file-order", sentence, by: "folders", ...found, total: folders.length };
}

/** Folders that can be made anew without those in them. */
function leaves(folders: readonly string[], files: readonly string[]): string[] {
  return folders.filter((folder) => files.every((path) => !path.startsWith(`${folder}/`) || dirname(path) === folder));
}

async function passesWith(context: Context, id: string, rewriting: Rewriting): Promise<boolean> {
  const { outcome } = await context.run.tryWorld("files", rewritten(context, { id, nth: 1 }, rewriting));
  return outcome === "pass";
}

/** As few as possible of them that make the test pass when they are rewritten. */
async function fewest(
  context: Context,
  name: string,
  all: readonly string[],
  how: (chosen: readonly string[]) => Rewriting,
): Promise<Pick<Isolated, "items" | "isProved">> {
  const chosenIn = (set: DeltaSet) => all.filter((_, i) => set.has(i));
  const world = (set: DeltaSet) => {
    const chosen = chosenIn(set);
    return rewritten(context, { id: `${name} ${chosen.join("\0")}`, nth: 1 }, how(chosen));
  };
  const question = { name, total: all.length, world, outcome: "pass", isKnown: false, confirms: true } as const;
  const { few, isConfirmed } = await searchFew(context.run, { ...question, labels: () => all });
  return { items: few ? chosenIn(few) : all, isProved: isConfirmed };
}
