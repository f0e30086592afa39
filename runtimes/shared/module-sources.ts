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
    if (!/^module(-typescript)?$/.test(loaded.format) || !url.startsWith("file:") || loaded.source == null)
      return loaded;
    const path = fileURLToPath(url);
    if (!has(path)) return loaded;
    const text = typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source).toString();
    const source = loaded.format === "module" ? text : stripTypes(text);
    return source === undefined ? loaded : { ...loaded, format: "module", source: rewrite(source, path) };
  };
  const { registerHooks } = module as Any;
  let own = registerHooks({ load });
  // The hooks that are registered last come first, but ours have to see what the others make of a source.
  (module as Any).registerHooks = (hooks: object) => {
    own.deregister();
    const others = registerHooks(hooks);
    own = registerHooks({ load });
    return others;
  };
  module.syncBuiltinESMExports();
}

/** Node itself does the same after its hooks; undefined: it cannot. No line and column changes. */
function stripTypes(source: string): string | undefined {
  const { emitWarning } = process;
  try {
    // It warns that it is new, which the program never asked for.
    process.emitWarning = () => {};
    return (module as Any).stripTypeScriptTypes(source);
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
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
