import { spawnSync } from "node:child_process";

/** Throws where there is no such command. */
export function needCommand(name: string, debian = name): void {
  const { status } = spawnSync("sh", ["-c", `command -v ${name}`]);
  if (status !== 0) throw new Error(`there is no ${name}; on Debian it is in the package ${debian}`);
}
