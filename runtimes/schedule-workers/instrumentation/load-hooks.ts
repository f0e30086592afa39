import module from "node:module";
import { type Any, replace, wrap } from "../../schedule-events/replacements/replace.ts";
import { rewriteModules } from "../../shared/module-sources.ts";
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
  rewriteModules({ rewrite: (source, path) => load(source, path, "module"), has: isProgramFile, replace });
}
