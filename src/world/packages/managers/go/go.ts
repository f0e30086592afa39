import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { commandLine, wordsForSh } from "../../../../core/command-line.ts";
import type { InstallPlace, Manager, MovedPackage, Remedy } from "../manager.ts";
import { compareGo } from "./compare.ts";
import { nameInGoMod } from "./go-mod.ts";
import { moduleCopies } from "./module-copies.ts";

/** Modules of Go. What is compiled is kept in Go's own cache, which goes by content. */
export const go: Manager = {
  name: "go",
  lockfiles: ["go.mod"],
  projectName: nameInGoMod,
  installed: [],
  completes: ["go.mod", "go.sum"],
  compare: compareGo,
  install,
  environment,
  folders: moduleCopies,
  remedy,
};

/** Go asks the proxy for more than it needs to build and test: where that fails, what is in its cache may be enough. */
function install({ kept }: InstallPlace): string {
  const refused = wordsForSh([join(kept, "refused")]);
  const enough = "GOPROXY=off go list -deps -test ./... >/dev/null 2>&1";
  return `{ ${refuseWorkspace} } && { go mod download 2>${refused} || ${enough} || { cat ${refused} >&2; false; }; }`;
}

/** A workspace takes the versions of all its modules together, and Go does not complete a go.mod in it. */
const refuseWorkspace = `case "$(go env GOWORK)" in ""|off) ;; *) echo "go.work is not supported: set GOWORK=off if the test does without it" >&2; exit 1;; esac;`;

function environment({ network }: InstallPlace): Record<string, string> {
  const flags = { GOFLAGS: `${userFlags()} -mod=mod`.trim() };
  if (network) return flags;
  return { ...flags, GOPROXY: "off", GOSUMDB: "off" };
}

let known: string | undefined;

/** The user's flags, which may be in a file of Go's. */
function userFlags(): string {
  known ??=
    process.env.GOFLAGS ?? spawnSync("go", ["env", "GOFLAGS"], { cwd: "/", encoding: "utf8" }).stdout?.trim() ?? "";
  return known;
}

/** A replacement always counts; an older requirement does not where another module requires more. */
function remedy({ name, old }: MovedPackage): Remedy | undefined {
  if (old === undefined) return undefined;
  const target =
    old.startsWith(".") || old.startsWith("/") ? old : old.includes(" ") ? old.replace(" ", "@") : `${name}@${old}`;
  const command = `go mod edit -replace ${commandLine([`${name}=${target}`])} && go mod tidy`;
  return { text: command, files: new Map(), update: () => command };
}
