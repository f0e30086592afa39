import module from "node:module";
import { rewriteModules } from "../../shared/module-sources.ts";
import { rewriteEvaluated } from "./rewrite-evaluated.ts";
import type { Rewriter } from "./rewriter.ts";

// biome-ignore lint/suspicious/noExplicitAny: functions that are not public.
type Any = any;

/** Rewrites the sources that this thread loads from now on, whichever way it loads them. */
export function rewriteOnLoad(rewriter: Rewriter): void {
  const { has, rewrite } = rewriter;
  const { prototype } = module as Any;
  const { _compile } = prototype;
  prototype._compile = function (source: string, path: string, ...rest: Any[]) {
    const text = has(path) ? rewrite(source, path, { type: "script" }) : source;
    return Reflect.apply(_compile, this, [text, path, ...rest]);
  };
  rewriteModules({
    has,
    rewrite: (source, path) => rewrite(source, path, { type: "module" }),
    replace: (object, name, value) => Object.assign(object, { [name]: value }),
  });
  rewriteEvaluated(rewriter);
  module.syncBuiltinESMExports();
}
