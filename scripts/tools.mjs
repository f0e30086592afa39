// Builds bench and cases, with the sources that they use, into .tools; the grammars are those of the build.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
execFileSync("npx", ["tsc", "-p", "tsconfig.tools.json"], { cwd: root, stdio: "inherit" });
const link = join(root, ".tools/src/grammars");
mkdirSync(dirname(link), { recursive: true });
rmSync(link, { force: true });
symlinkSync(join(root, "dist/grammars"), link);
// The runtime is compiled of all sources that are there: none of an earlier build may be left.
const native = "src/causes/schedule/native";
const sourcesIn = (folder) => readdirSync(folder).filter((each) => /\.[ch]$/.test(each));
for (const name of sourcesIn(join(root, ".tools", native))) rmSync(join(root, ".tools", native, name));
for (const name of sourcesIn(join(root, native))) {
  cpSync(join(root, native, name), join(root, ".tools", native, name));
}
