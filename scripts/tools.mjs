// Builds bench and cases, with the sources that they use, into .tools; the grammars are those of the build.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyAssets } from "./assets.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
execFileSync("npx", ["tsc", "-p", "tsconfig.tools.json"], { cwd: root, stdio: "inherit" });
const link = join(root, ".tools/grammars");
mkdirSync(dirname(link), { recursive: true });
rmSync(link, { force: true });
symlinkSync(join(root, "dist/grammars"), link);
copyAssets(join(root, ".tools"));
