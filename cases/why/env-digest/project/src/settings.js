import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../config/", import.meta.url);

function read(name) {
  const path = fileURLToPath(new URL(`${name}.json`, folder));
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** The settings of the place where this runs; `overrides` win. */
export function settingsFor(overrides = {}) {
  const place = process.env.NODE_ENV ?? "development";
  return { ...read("default"), ...read(place), ...overrides };
}
