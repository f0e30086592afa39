// Builds dist/ from src/: compile, copy what is not TypeScript, make the command executable.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const from = (...parts) => join(root, ...parts);

rmSync(from("dist"), { recursive: true, force: true });
compile("tsconfig.json");
// Test runners with a module system of their own load nothing but CommonJS there.
compile("tsconfig.cjs.json");
writeFileSync(from("dist/cjs/package.json"), '{ "type": "commonjs" }\n');
const assets = ["trial/supervisor.pl", "trial/sandbox-init.pl"];
for (const [folder, kind] of [
  ["causes/schedule/native", /\.[ch]$/],
  ["causes/state/gdb", /\.p[yl]$/],
  ["causes/state/python/site", /\.py$/],
]) {
  const names = readdirSync(from("src", folder), { recursive: true }).filter((name) => kind.test(name));
  assets.push(...names.map((name) => `${folder}/${name}`));
}
for (const asset of assets) {
  mkdirSync(dirname(from("dist", asset)), { recursive: true });
  cpSync(from("src", asset), from("dist", asset));
}
chmodSync(from("dist/cli/main.js"), 0o755);
await import("./grammars.mjs");

function compile(project) {
  const words = [from("node_modules/typescript/bin/tsc"), "-p", from(project)];
  execFileSync(process.execPath, words, { stdio: "inherit" });
}
