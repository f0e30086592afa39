import fs from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { calledByLoader } from "../../schedule-events/places/call-site.ts";
import { real } from "../../schedule-events/replacements/real-functions.ts";
import { type Any, replace, wrap } from "../../schedule-events/replacements/replace.ts";
import type { SourceOptions } from "./instrument.ts";
import { addSteps } from "./instrumented-sources.ts";
import { rememberSource } from "./original-places.ts";
import { isProgramFile, shownName } from "./program-files.ts";

/** The name of a file that cannot be parsed. */
type OnUnparsed = (name: string) => void;

/** Adds steps to every source of the program that Node loads from now on. */
export function instrumentOnLoad(onUnparsed: OnUnparsed): void {
  const load = (source: string, path: string, type: SourceOptions["type"]) => {
    if (!isProgramFile(path)) return source;
    const name = shownName(path);
    const found = addSteps(source, { name, type });
    if (found) rememberSource(path, name, found);
    else onUnparsed(name);
    return found?.text ?? source;
  };
  const { prototype } = module as unknown as { prototype: object };
  wrap(prototype, "_compile", (compile) => {
    return function (this: Any, source: string, path: string, ...rest: Any[]) {
      return Reflect.apply(compile, this, [load(source, path, "script"), path, ...rest]);
    };
  });
  const loadModule = (source: string, path: string) => load(source, path, "module");
  if ("registerHooks" in module) hookLoader(loadModule);
  else hookFileReads(loadModule);
}

type LoadModule = (source: string, path: string) => string;

/** For Node 22.15 and later. */
function hookLoader(loadModule: LoadModule): void {
  const load = (url: string, context: object, next: (url: string, context: object) => Any) => {
    const loaded = next(url, context);
    if (loaded.format !== "module" || !url.startsWith("file:") || loaded.source == null) return loaded;
    const source = typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source).toString();
    return { ...loaded, source: loadModule(source, fileURLToPath(url)) };
  };
  (module as Any).registerHooks({ load });
}

/** Earlier versions read modules by the public function; loader hooks would start a further thread for each thread. */
function hookFileReads(loadModule: LoadModule): void {
  const { readFile } = fs.promises;
  replace(fs.promises, "readFile", function (this: Any, file: Any, ...rest: Any[]) {
    if (!(file instanceof URL) || !calledByLoader(fs.promises.readFile)) return readFile.call(this, file, ...rest);
    const path = fileURLToPath(file);
    if (!isProgramFile(path)) return readFile.call(this, file, ...rest);
    return Promise.resolve().then(() => Buffer.from(loadModule(real.readFileSync(path, "utf8"), path)));
  });
}
