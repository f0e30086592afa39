import { createHash } from "node:crypto";
import fs from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { threadId } from "node:worker_threads";
import { calledByLoader } from "../schedule-events/places/call-site.ts";
import { real } from "../schedule-events/replacements/real-functions.ts";
import { type Any, replace, wrap } from "../schedule-events/replacements/replace.ts";
import type { Move } from "./edits.ts";
import type { Instrumented, SourceOptions } from "./instrument.ts";
import { remember } from "./places.ts";
import { isOwn, shownName } from "./sources.ts";

type Instrument = (source: string, options: SourceOptions) => Instrumented | undefined;
const require = module.createRequire(import.meta.url);

/** Whatever the program loads from now on has steps in it. */
export function instrumentOnLoad(onUnknown: (name: string) => void): void {
  const { prototype } = module as unknown as { prototype: object };
  wrap(prototype, "_compile", (compile) => {
    return function (this: Any, source: string, path: string, ...rest: Any[]) {
      return Reflect.apply(compile, this, [stepped(source, path, "script", onUnknown), path, ...rest]);
    };
  });
  if ("registerHooks" in module) loadSynchronously(onUnknown);
  else loadThroughFiles(onUnknown);
}

/** Node 22.15 and later. */
function loadSynchronously(onUnknown: (name: string) => void): void {
  const load = (url: string, context: object, next: (url: string, context: object) => Any) => {
    const loaded = next(url, context);
    if (loaded.format !== "module" || !url.startsWith("file:") || loaded.source == null) return loaded;
    const source = typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source).toString();
    return { ...loaded, source: stepped(source, fileURLToPath(url), "module", onUnknown) };
  };
  (module as Any).registerHooks({ load });
}

/** Before, the loader reads modules by the public function, and hooks would cost a thread more for every thread. */
function loadThroughFiles(onUnknown: (name: string) => void): void {
  const { readFile } = fs.promises;
  replace(fs.promises, "readFile", function (this: Any, file: Any, ...rest: Any[]) {
    if (!(file instanceof URL) || !calledByLoader(fs.promises.readFile)) return readFile.call(this, file, ...rest);
    const path = fileURLToPath(file);
    if (!isOwn(path)) return readFile.call(this, file, ...rest);
    return Promise.resolve().then(() =>
      Buffer.from(stepped(real.readFileSync(path, "utf8"), path, "module", onUnknown)),
    );
  });
}

function stepped(source: string, path: string, type: SourceOptions["type"], onUnknown: (name: string) => void): string {
  if (!isOwn(path)) return source;
  const name = shownName(path);
  const found = withSteps(source, { name, type });
  if (!found) {
    onUnknown(name);
    return source;
  }
  remember(path, name, found);
  return found.text;
}

/** A source with steps; undefined: it is not understood. One that has them already, as it was made of one that has, stays. */
export function withSteps(source: string, options: SourceOptions): Instrumented | undefined {
  if (source.includes("$culprit.")) return { text: source, moves: [] };
  const folder = process.env.CULPRIT_CACHE;
  if (!folder) return instrumented(source, options);
  const key = createHash("sha256").update(`${format} ${options.type} ${options.name}\n`).update(source).digest("hex");
  const file = `${folder}/${key}`;
  return readCached(file) ?? writeCached(folder, file, instrumented(source, options));
}

/** Changes with what is put into sources. */
const format = 4;

function instrumented(source: string, options: SourceOptions): Instrumented | undefined {
  // Loaded only where it is needed: it takes longer than all the rest.
  const { instrument } = require("./instrument.js") as { instrument: Instrument };
  return instrument(source, options);
}

function readCached(file: string): Instrumented | undefined {
  try {
    const text = real.readFileSync(file, "utf8");
    const end = text.indexOf("\n");
    return { moves: JSON.parse(text.slice(0, end)) as Move[], text: text.slice(end + 1) };
  } catch {
    return undefined;
  }
}

/** Under another name first: several threads may do so at once. What the program gets from Math.random must not change by it. */
function writeCached(folder: string, file: string, found: Instrumented | undefined): Instrumented | undefined {
  if (!found) return undefined;
  const draft = `${file}.${process.pid}.${threadId}`;
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(draft, `${JSON.stringify(found.moves)}\n${found.text}`);
    fs.renameSync(draft, file);
  } catch {
    // Without it the next run takes longer.
  }
  return found;
}
