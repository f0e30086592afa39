// C sources and scripts in other languages are used as they are: they are copied to where compiled code looks for them.
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const isAsset = (name) => /\.(?:[ch]|py|pl|rb|sh)$/.test(name);

/** Copies the assets of src/ and runtimes/ below `target`, and removes those of an earlier build. */
export function copyAssets(target) {
  for (const folder of ["src", "runtimes"]) {
    for (const name of assetsIn(join(target, folder))) rmSync(join(target, folder, name));
    for (const name of assetsIn(join(root, folder))) {
      mkdirSync(dirname(join(target, folder, name)), { recursive: true });
      cpSync(join(root, folder, name), join(target, folder, name));
    }
  }
}

function assetsIn(folder) {
  return readdirSync(folder, { recursive: true }).filter(isAsset);
}
