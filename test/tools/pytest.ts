import { spawnSync } from "node:child_process";

const found = ["python3", "/usr/bin/python3"].find(
  (python) => spawnSync(python, ["-c", "import pytest"], { stdio: "ignore" }).status === 0,
);

/** Words that start pytest. */
export const pytest: readonly string[] = [found ?? "python3", "-m", "pytest"];

/** Why there is none; undefined: there is. */
export const noPytest = found === undefined ? "no Python has pytest (package python3-pytest)" : undefined;
