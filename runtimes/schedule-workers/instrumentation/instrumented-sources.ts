import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import { threadId } from "node:worker_threads";
import { real } from "../../schedule-events/replacements/real-functions.ts";
import type { Shift } from "../../shared/edits.ts";
import type { InstrumentedSource, SourceOptions } from "./instrument.ts";

const require = createRequire(import.meta.url);

/**
 * The source with steps, from the folder `CULPRIT_CACHE` if it is there; undefined if it cannot be parsed. A source that has steps
 * already, because the program made it from one of its own functions, stays as it is.
 */
export function addSteps(source: string, options: SourceOptions): InstrumentedSource | undefined {
  if (source.includes("$culprit.")) return { text: source, shifts: [] };
  const folder = process.env.CULPRIT_CACHE;
  if (!folder) return instrument(source, options);
  const key = createHash("sha256").update(`${version} ${options.type} ${options.name}\n`).update(source).digest("hex");
  const file = `${folder}/${key}`;
  const cached = readCached(file);
  if (cached) return cached;
  const made = instrument(source, options);
  if (made) writeCached(folder, file, made);
  return made;
}

/** To be increased with every change to the inserted code or to the format of the cached files. */
const version = 5;

function instrument(source: string, options: SourceOptions): InstrumentedSource | undefined {
  // The parser takes longer to load than all the rest, so it is loaded only if a source is not in the cache. The path is also right
  // from the bundle, which is in the folder control/.
  const module = require("../instrumentation/instrument.js") as typeof import("./instrument.ts");
  return module.instrument(source, options);
}

function readCached(file: string): InstrumentedSource | undefined {
  try {
    const text = real.readFileSync(file, "utf8");
    const end = text.indexOf("\n");
    return { shifts: JSON.parse(text.slice(0, end)) as Shift[], text: text.slice(end + 1) };
  } catch {
    return undefined;
  }
}

/** Writes a draft and renames it, as several threads may write the same. Its name must not draw from the program's Math.random. */
function writeCached(folder: string, file: string, { text, shifts }: InstrumentedSource): void {
  const draft = `${file}.${process.pid}.${threadId}`;
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(draft, `${JSON.stringify(shifts)}\n${text}`);
    fs.renameSync(draft, file);
  } catch {
    // Only slower: the next run instruments the source again.
  }
}
