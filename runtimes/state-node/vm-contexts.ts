import { syncBuiltinESMExports } from "node:module";
import vm from "node:vm";

/** Defines a global in every context that the program creates with `node:vm`, as Jest does for its tests: each has its own globals. */
export function defineInContexts(name: string, value: unknown): void {
  const original = vm.createContext;
  const createContext: typeof original = (...words) => {
    const context = original(...words);
    Reflect.defineProperty(context, name, { value, configurable: true });
    return context;
  };
  Object.defineProperty(createContext, "name", { value: original.name });
  vm.createContext = createContext;
  syncBuiltinESMExports();
}
