import type { Manager } from "./manager.ts";
import { activated, environmentFolders, inEnvironment } from "./python/environment.ts";
import { installPins } from "./python/install-pins.ts";
import { poetrysEnvironment } from "./python/poetry-environment.ts";
import { comparePoetryLocks, pinsFile } from "./python/poetry-lock.ts";
import { sitePackages } from "./python/site-packages.ts";
import { unreadyTest } from "./python/unready-test.ts";

/**
 * Poetry itself takes seconds to start and resolves again what a lockfile says, so that it refuses many candidates. pip
 * fetches the versions and hashes of its lockfiles; poetry run uses the environment that is active.
 */
export const poetry: Manager = {
  name: "poetry",
  lockfiles: ["poetry.lock"],
  installed: environmentFolders,
  folders: sitePackages,
  compare: comparePoetryLocks,
  install: (place) => installPins(pinsFile, place, poetrysEnvironment),
  environment: (place) => ({ ...activated(place), POETRY_VIRTUALENVS_CREATE: "false" }),
  testWord: inEnvironment,
  unready: (test, place) =>
    unreadyTest(
      test,
      place,
      (name) =>
        `poetry add --group dev ${name} makes it one of the project's packages; extras and optional groups are not installed.`,
    ),
};
