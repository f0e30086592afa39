import type { InstallPlace, Manager } from "./manager.ts";
import { activated, environmentFolders, inEnvironment, standIns } from "./python/environment.ts";
import { installPins, installPinsAnew, newEnvironment } from "./python/install-pins.ts";
import { poetrysEnvironment } from "./python/poetry-environment.ts";
import { comparePoetryLocks, pinsFile } from "./python/poetry-lock.ts";
import { nameInPyproject } from "./python/pyproject.ts";
import { sitePackages } from "./python/site-packages.ts";
import { unreadyTest } from "./python/unready-test.ts";

/**
 * Poetry itself takes seconds to start and resolves again what a lockfile says, so that it refuses many candidates. pip
 * fetches the versions and hashes of its lockfiles; poetry run uses the environment that is active.
 */
export const poetry: Manager = {
  name: "poetry",
  lockfiles: ["poetry.lock"],
  projectName: nameInPyproject,
  installed: environmentFolders,
  folders: sitePackages,
  compare: comparePoetryLocks,
  install: (place) => installPins(pinsFile, place, poetrysEnvironment),
  installAnew,
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

/** By Poetry itself, where it is; otherwise by pip, which refuses the same. With --quiet, Poetry does not say why it fails. */
function installAnew(place: InstallPlace): string {
  const byPoetry = `${newEnvironment(place)} && poetry install --no-interaction && ${standIns(place)}`;
  return `if command -v poetry >/dev/null; then ${byPoetry}; else ${installPinsAnew(pinsFile, place)}; fi`;
}
