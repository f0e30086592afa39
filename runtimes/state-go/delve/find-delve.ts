import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where `go install` puts programs, after the folders of PATH. Undefined: delve is not installed. */
export function findDelve(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { PATH = "", GOBIN, GOPATH, HOME } = environment;
  const goPaths = GOPATH ? GOPATH.split(delimiter) : HOME ? [join(HOME, "go")] : [];
  const folders = [...PATH.split(delimiter), ...(GOBIN ? [GOBIN] : []), ...goPaths.map((each) => join(each, "bin"))];
  return folders
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "dlv"))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
