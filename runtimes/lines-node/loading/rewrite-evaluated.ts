/**
 * Code that is evaluated by `node:vm` under the name of a file of the program: test runners such as jest and vitest load modules so,
 * with a function around them, and perhaps in a context of its own, whose global object lacks `$culprit`.
 */
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import type { Rewriter } from "./rewriter.ts";

// biome-ignore lint/suspicious/noExplicitAny: arguments are passed on.
type Any = any;
/** The replaced functions, by their names. */
type Functions = Record<string, Any>;

export function rewriteEvaluated({ has, rewrite }: Rewriter): void {
  const rewriteCode = (code: Any, options: Any, isWrapped = true): Any => {
    const path = pathOf(typeof options === "string" ? options : options?.filename);
    if (typeof code !== "string" || path === undefined || !has(path)) return code;
    return rewrite(code, path, { type: "script", isWrapped });
  };
  const functions: Functions = vm;
  const { runInThisContext, runInContext, compileFunction } = vm;
  functions.runInThisContext = (code: Any, options: Any) => runInThisContext(rewriteCode(code, options), options);
  functions.runInContext = (code: Any, context: vm.Context, options: Any) =>
    runInContext(rewriteCode(code, options), provide(context), options);
  functions.compileFunction = (code: Any, parameters: Any, options: Any) => {
    const text = rewriteCode(code, options, false);
    if (text !== code && options.parsingContext) provide(options.parsingContext);
    return compileFunction(text, parameters, options);
  };
  functions.Script = scriptClass(rewriteCode);
}

/** Code of the program itself, which evaluates much else, must not notice: only the constructor is another one. */
function scriptClass(rewriteCode: (code: Any, options: Any) => Any): typeof vm.Script {
  const { Script } = vm;
  const rewritten = new WeakSet<object>();
  const { runInContext } = Script.prototype;
  Script.prototype.runInContext = function (context, options) {
    return runInContext.call(this, rewritten.has(this) ? provide(context) : context, options);
  };
  return new Proxy(Script, {
    construct(target, [code, options], newTarget) {
      const text = rewriteCode(code, options);
      const script = Reflect.construct(target, [text, options], newTarget);
      if (text !== code) rewritten.add(script);
      return script;
    },
  });
}

function provide(context: vm.Context): vm.Context {
  const name = "$culprit";
  if (!Object.hasOwn(context, name))
    Object.defineProperty(context, name, { value: (globalThis as Any)[name], configurable: true });
  return context;
}

function pathOf(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  const path = name.startsWith("file:") ? fileURLToPath(name) : name;
  return path.startsWith("/") ? path.replace(/\?.*$/, "") : undefined;
}
