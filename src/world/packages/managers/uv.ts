import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InstallPlace, Manager, MovedPackage, Remedy, SideFiles } from "./manager.ts";
import {
  activated,
  environmentAt,
  environmentFolders,
  inEnvironment,
  standIns,
  usersEnvironment,
} from "./python/environment.ts";
import { nameInPyproject } from "./python/pyproject.ts";
import { sitePackages } from "./python/site-packages.ts";
import { unreadyTest } from "./python/unready-test.ts";
import { compareUvLocks } from "./python/uv-lock.ts";
import { withOverride } from "./python/uv-override.ts";

/** uv installs what differs into the environment of a copy, from its own cache. */
export const uv: Manager = {
  name: "uv",
  lockfiles: ["uv.lock"],
  projectName: nameInPyproject,
  installed: environmentFolders,
  folders: sitePackages,
  compare: compareUvLocks,
  install,
  environment: (place) => ({
    ...activated(place),
    UV_PROJECT_ENVIRONMENT: environmentAt(place),
    // Otherwise uv run would bring the environment to the state of the lockfile of its own accord, or make a new lockfile.
    ...{ UV_NO_SYNC: "1", UV_FROZEN: "1", ...(place.network ? {} : { UV_OFFLINE: "1" }) },
    ...{ UV_NO_PROGRESS: "1", UV_LINK_MODE: process.env.UV_LINK_MODE ?? "copy" },
    ...interpreter(place),
  }),
  testWord: inEnvironment,
  unready: (test, place) =>
    unreadyTest(
      test,
      place,
      (name) => `uv add --dev ${name} makes it one of the project's packages; only default groups are installed.`,
    ),
  remedy,
};

function install(place: InstallPlace): string {
  return `uv sync --quiet --frozen ${everyMember}${place.network ? "" : " --offline"} && ${standIns(place)}`;
}

/** The test may be of any member of a workspace; some may be declared to exclude each other, and then it is as uv does by default. */
const everyMember = "$(grep -q '^members = ' uv.lock && ! grep -q '^conflicts = ' uv.lock && echo --all-packages)";

/** That of the user's environment: uv might choose another one for a new environment. */
function interpreter({ home }: InstallPlace): Record<string, string> {
  const folder = usersEnvironment(home);
  if (process.env.UV_PYTHON || folder === undefined) return {};
  const config = readFileSync(join(folder, "pyvenv.cfg"), "utf8");
  const [, programs] = /^home\s*=\s*(.+)$/m.exec(config) ?? [];
  const python = join(programs?.trim() ?? "", "python3");
  return existsSync(python) ? { UV_PYTHON: python } : {};
}

/** A constraint would move what requires a newer version, too. */
function remedy({ name, old }: MovedPackage, now: SideFiles): Remedy | undefined {
  const text = now.read("pyproject.toml");
  if (text === undefined || old === undefined || old.includes(",")) return undefined;
  const pin = JSON.stringify(`${name}==${old}`);
  return {
    text: `tool.uv.override-dependencies in pyproject.toml: [${pin}], then uv lock`,
    files: new Map([["pyproject.toml", withOverride(text, pin)]]),
    update: (place) => `env -u UV_FROZEN uv lock --quiet && ${install(place)}`,
  };
}
