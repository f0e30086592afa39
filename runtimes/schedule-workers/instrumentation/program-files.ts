import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

const testFolder = process.env.CULPRIT_FOLDER ?? process.cwd();
const folders = [`${testFolder}/`, `${realPath(testFolder)}/`];
const packages = (process.env.CULPRIT_PACKAGES ?? "").split(",").filter((name) => name !== "");
/** The compiled runtimes: they are not part of the program. */
const runtimes = fileURLToPath(new URL("../../", import.meta.url));

/** Whether a file is a source of the program itself, or of a package in `CULPRIT_PACKAGES`. */
export function isProgramFile(path: string): boolean {
  if (!path.startsWith("/") || path.startsWith(runtimes)) return false;
  if (!/\.[cm]?[jt]sx?$|\/[^./]+$/.test(path)) return false;
  return !path.includes("/node_modules/") || packages.some((name) => path.includes(`/node_modules/${name}/`));
}

/** The name of a file in places: relative to the test's folder if it is in there. */
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
