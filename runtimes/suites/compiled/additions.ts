import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SuitePlan } from "../../protocol/suite.ts";
import type { Addition, Environment } from "../addition.ts";

const program = fileURLToPath(new URL("run-test-program.sh", import.meta.url));

/** The variables with which Go and cargo start our program for each test program. Neither can be given a path with spaces. */
export function compiledAdditions(planFile: string, inherited: Environment): Record<string, Addition> {
  if (/\s/.test(program)) return {};
  return {
    CULPRIT_SUITE_NODE: { text: process.execPath, separator: "" },
    // Results must not come from Go's cache. Packages run one after the other if tests have to.
    GOFLAGS: {
      text: [
        ...keptGoFlags(inherited),
        `-exec=${program}`,
        "-count=1",
        ...(isOneAtATime(planFile) ? ["-p=1"] : []),
      ].join(" "),
      separator: " ",
    },
    ...Object.fromEntries(runnerVariables.map((name) => [name, runnerAddition(inherited[name])])),
  };
}

/** Of the systems on which people run tests of Rust; variables for other systems than the host's do nothing. */
const runnerVariables = ["X86_64", "AARCH64"].flatMap((machine) =>
  ["UNKNOWN_LINUX_GNU", "UNKNOWN_LINUX_MUSL", "APPLE_DARWIN"].map(
    (system) => `CARGO_TARGET_${machine}_${system}_RUNNER`,
  ),
);

/** Says how many words the user's own setting has, which comes after it. */
function runnerAddition(own = ""): Addition {
  const count = own.split(/\s+/).filter((word) => word !== "").length;
  return { text: `${program} cargo ${count}`, separator: " ", isFirst: true };
}

function isOneAtATime(planFile: string): boolean {
  if (!existsSync(planFile)) return false;
  const { tests, parallel } = JSON.parse(readFileSync(planFile, "utf8")) as SuitePlan;
  return tests !== undefined && !parallel;
}

/** What `go env -w` has kept, and the variable hides. */
function keptGoFlags({ GOENV, GOFLAGS, XDG_CONFIG_HOME }: Environment): readonly string[] {
  if (GOFLAGS) return [];
  const settings = process.platform === "darwin" ? "Library/Application Support" : ".config";
  const file = GOENV || join(XDG_CONFIG_HOME || join(homedir(), settings), "go/env");
  const [, kept = ""] = existsSync(file) ? (/^GOFLAGS=(.*)$/m.exec(readFileSync(file, "utf8")) ?? []) : [];
  return kept.split(" ").filter((flag) => flag !== "");
}
