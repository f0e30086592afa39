import fs from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { calledByLoader } from "./stack-frames.ts";

const { readFileSync } = fs;

// biome-ignore lint/suspicious/noExplicitAny: what the loader passes on.
type Any = any;
type Replace = (object: object, name: string, value: Any) => void;

export interface ModuleRewriter {
  readonly rewrite: (source: string, path: string) => string;
  /** Whether a file is rewritten at all. */
  readonly has: (path: string) => boolean;
  readonly replace: Replace;
}

/** Rewrites the ECMAScript modules that this thread loads from now on. */
export function rewriteModules(rewriter: ModuleRewriter): void {
  if ("registerHooks" in module) hookLoader(rewriter);
  else hookFileReads(rewriter);
}

/** For Node 22.15 and later. */
function hookLoader({ rewrite, has }: ModuleRewriter): void {
  const load = (url: string, context: object, next: (url: string, context: object) => Any) => {
    const loaded = next(url, context);
    if (loaded.format !== "module" || !url.startsWith("file:") || loaded.source == null) return loaded;
    const path = fileURLToPath(url);
    if (!has(path)) return loaded;
    const source = typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source).toString();
    return { ...loaded, source: rewrite(source, path) };
  };
  (module as Any).registerHooks({ load });
}

/** Earlier versions read modules by the public function; loader hooks would start a further thread for each thread. */
function hookFileReads({ rewrite, has, replace }: ModuleRewriter): void {
  const { readFile } = fs.promises;
  replace(fs.promises, "readFile", function (this: Any, file: Any, ...rest: Any[]) {
    const path = file instanceof URL && calledByLoader(fs.promises.readFile) ? fileURLToPath(file) : undefined;
    if (path === undefined || !has(path)) return readFile.call(this, file, ...(rest as []));
    return Promise.resolve().then(() => Buffer.from(rewrite(readFileSync(path, "utf8"), path)));
  });
}
