import { fileURLToPath } from "node:url";
import type { WorkerOptions } from "node:worker_threads";
import type { Any } from "../schedule-events/replacements/replace.ts";
import { withSteps } from "./load.ts";
import { shownName } from "./sources.ts";

/** Where a worker begins. */
export function startOf(file: unknown, options: WorkerOptions, where: string): string {
  if (options.eval || isData(file)) return where;
  const path = file instanceof URL && file.protocol === "file:" ? fileURLToPath(file) : String(file);
  return `${shownName(path)}:1:1`;
}

function isData(file: unknown): file is URL {
  return file instanceof URL && file.protocol === "data:";
}

/** A source that is given as text is none that is loaded: it gets its steps here. */
export function sourceFor(file: Any, options: WorkerOptions, preload: string): Any {
  if (options.eval && typeof file === "string") return textFor(file, preload);
  if (!isData(file)) return file;
  const [, base64, body = ""] = /^[^/]+\/[^,;]+[^,]*?(;base64)?,([\s\S]*)$/.exec(file.pathname + file.search) ?? [];
  const text = Buffer.from(decodeURIComponent(body), base64 ? "base64" : "utf8").toString();
  const found = withSteps(text, { name: "data:", type: "module" });
  return found ? new URL(`data:text/javascript,${encodeURIComponent(found.text)}`) : file;
}

/** In front of a script that is given as text Node loads nothing: it does so itself. */
function textFor(source: string, preload: string): string {
  const name = "[worker eval]";
  const script = withSteps(source, { name, type: "script" });
  const module = script ? undefined : withSteps(source, { name, type: "module" });
  if (module) return module.text;
  const options = `{filename:"${name}",importModuleDynamically:vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER}`;
  const run = `vm.runInThisContext(${JSON.stringify(script?.text ?? source)},${options})`;
  return `import(${JSON.stringify(preload)}).then(()=>{const vm=require("node:vm");${run}})`;
}
