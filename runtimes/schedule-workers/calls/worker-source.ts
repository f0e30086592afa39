import { fileURLToPath } from "node:url";
import type { WorkerOptions } from "node:worker_threads";
import type { Any } from "../../schedule-events/replacements/replace.ts";
import { addSteps } from "../instrumentation/instrumented-sources.ts";
import { shownName } from "../instrumentation/program-files.ts";

/** The place where a worker begins: its file, or the place of the call that creates it from a text. */
export function workerStart(file: unknown, options: WorkerOptions, callPlace: string): string {
  if (options.eval || isData(file)) return callPlace;
  const path = file instanceof URL && file.protocol === "file:" ? fileURLToPath(file) : String(file);
  return `${shownName(path)}:1:1`;
}

function isData(file: unknown): file is URL {
  return file instanceof URL && file.protocol === "data:";
}

/** A source that is passed as text is not loaded as a file, so it gets its steps here. */
export function workerSource(file: Any, options: WorkerOptions, preload: string): Any {
  if (options.eval && typeof file === "string") return textToRun(file, preload);
  if (!isData(file)) return file;
  const [, base64, body = ""] = /^[^/]+\/[^,;]+[^,]*?(;base64)?,([\s\S]*)$/.exec(file.pathname + file.search) ?? [];
  const text = Buffer.from(decodeURIComponent(body), base64 ? "base64" : "utf8").toString();
  const source = addSteps(text, { name: "data:", type: "module" });
  return source ? new URL(`data:text/javascript,${encodeURIComponent(source.text)}`) : file;
}

/** Node runs a script that is passed as text without `--import`, so the script has to import the preload itself. */
function textToRun(source: string, preload: string): string {
  const name = "[worker eval]";
  const script = addSteps(source, { name, type: "script" });
  const module = script ? undefined : addSteps(source, { name, type: "module" });
  if (module) return module.text;
  const options = `{filename:"${name}",importModuleDynamically:vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER}`;
  const run = `vm.runInThisContext(${JSON.stringify(script?.text ?? source)},${options})`;
  return `import(${JSON.stringify(preload)}).then(()=>{const vm=require("node:vm");${run}})`;
}
