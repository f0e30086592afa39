// Builds bench and cases, with the sources that they use, into .tools; the grammars and what is CommonJS are those of the build.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyAssets } from "./assets.mjs";
import { bundlePage } from "./bundle.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
execFileSync("npx", ["tsc", "-p", "tsconfig.tools.json"], { cwd: root, stdio: "inherit" });
for (const name of ["grammars", "cjs"]) {
  const link = join(root, ".tools", name);
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join(root, "dist", name), link);
}
copyAssets(join(root, ".tools"));
await bundlePage(join(root, ".tools"));
