// Builds dist/ from src/ and runtimes/: compile, bundle, copy what is not TypeScript, make the command executable.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyAssets } from "./assets.mjs";
import { bundlePage, bundleRuntimes } from "./bundle.mjs";

const root = join(import.meta.dirname, "..");
const from = (...parts) => join(root, ...parts);

rmSync(from("dist"), { recursive: true, force: true });
compile("tsconfig.json");
// Test runners with a module system of their own load nothing but CommonJS there.
compile("tsconfig.cjs.json");
writeFileSync(from("dist/cjs/package.json"), '{ "type": "commonjs" }\n');
await bundleRuntimes();
await bundlePage();
copyAssets(from("dist"));
chmodSync(from("dist/src/cli/main.js"), 0o755);
await writeTexts();
await import("./grammars.mjs");

/** Texts that are made from all commands. */
async function writeTexts() {
  const load = (path) => import(from("dist/src/cli", path));
  const [{ manPage }, { overview }] = [await load("man-page.js"), await load("help.js")];
  const [{ loadAllCommands }, { version }] = [await load("commands.js"), await load("version.js")];
  const commands = await loadAllCommands();
  mkdirSync(from("dist/man"));
  writeFileSync(from("dist/man/culprit.1"), manPage(commands, version));
  writeFileSync(from("dist/src/cli/overview.txt"), overview(commands, version));
}

function compile(project) {
  const words = [from("node_modules/typescript/bin/tsc"), "-p", from(project)];
  execFileSync(process.execPath, words, { stdio: "inherit" });
}
