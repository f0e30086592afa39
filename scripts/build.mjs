// Builds dist/ from src/: compile, copy what is not TypeScript, make the command executable.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const from = (...parts) => join(root, ...parts);

rmSync(from("dist"), { recursive: true, force: true });
execFileSync(process.execPath, [from("node_modules/typescript/bin/tsc"), "-p", from("tsconfig.json")], {
  stdio: "inherit",
});
for (const asset of ["trial/supervisor.pl", "trial/sandbox-init.pl"]) {
  mkdirSync(dirname(from("dist", asset)), { recursive: true });
  cpSync(from("src", asset), from("dist", asset));
}
chmodSync(from("dist/cli/main.js"), 0o755);
await import("./grammars.mjs");
