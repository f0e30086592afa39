import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

const given = process.env.CULPRIT_FOLDER ?? process.cwd();
const folders = [`${given}/`, `${realPath(given)}/`];
const packages = (process.env.CULPRIT_PACKAGES ?? "").split(",").filter((name) => name !== "");
/** The compiled runtimes: they are not part of the program. */
const ours = fileURLToPath(new URL("../../", import.meta.url));

/** Sources of the program itself, and of the packages that were named. */
export function isOwn(path: string): boolean {
  if (!path.startsWith("/") || path.startsWith(ours)) return false;
  if (!/\.[cm]?[jt]sx?$|\/[^./]+$/.test(path)) return false;
  return !path.includes("/node_modules/") || packages.some((name) => path.includes(`/node_modules/${name}/`));
}

/** Relative to the folder of the test, where it is in there. */
export function shownName(path: string): string {
  const folder = folders.find((each) => path.startsWith(each));
  return folder === undefined ? path : path.slice(folder.length);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
