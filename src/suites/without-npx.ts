import { existsSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { splitEnv } from "../trial/command/program-file.ts";

/**
 * npx takes longer to find an installed program than most tests take to run. So that program is started itself, with the PATH that
 * npx would give it. The words stay as they are if npx gets options or a version, or if it would have to install something.
 */
export function withoutNpx(words: readonly string[], cwd: string): readonly string[] {
  const { env, command } = splitEnv(words);
  const [npx = "", name = "", ...rest] = command;
  if (basename(npx) !== "npx" || !/^\w[\w-]*$/.test(name) || env.some((word) => word.startsWith("PATH="))) return words;
  const folder = foldersAbove(cwd)
    .map((each) => join(each, "node_modules/.bin"))
    .find((each) => existsSync(join(each, name)));
  if (folder === undefined) return words;
  const path = `PATH=${folder}${delimiter}${process.env.PATH ?? ""}`;
  return [...(env.length > 0 ? env : ["env"]), path, join(folder, name), ...rest];
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}
