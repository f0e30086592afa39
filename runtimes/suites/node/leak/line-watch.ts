import type { Script } from "../../../state-node/scripts/script.ts";
import type { Place } from "./places.ts";
import type { ProgramModules } from "./program-modules.ts";

export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Follows the lines that the program executes, and remembers after which of them a value was last another one than before. */
export class LineWatch {
  readonly #modules: ProgramModules;
  readonly #reach: string;
  #place: Place | undefined;
  #value: unknown;
  #last: readonly NodeJS.CallSite[] = [];
  #changed: readonly NodeJS.CallSite[] | undefined;

  constructor(modules: ProgramModules) {
    this.#modules = modules;
    this.#reach = modules.inspector.expose("reachLine", () => {
      this.#look();
      this.#last = callSites();
      return false;
    });
  }

  /** Breakpoints that never stop, wherever the debugger could: a function may be on one line with what is around it. */
  addScript(script: Script): void {
    const { topLevel } = script.outline;
    for (const called of [topLevel, ...script.ownFunctions])
      for (const point of script.stopPoints(called))
        try {
          const { lineNumber, columnNumber } = point;
          this.#modules.inspector.setBreakpoint({ scriptId: script.id, lineNumber, columnNumber }, `${this.#reach}()`);
        } catch {
          // There is one already, for the variables of the module.
        }
  }

  start(place: Place | undefined): void {
    this.#place = place;
    this.#value = this.#read();
    this.#last = [];
  }

  stop(): readonly SourceLine[] | undefined {
    this.#look();
    this.#place = undefined;
    return this.#changed && this.#linesOf(this.#changed);
  }

  #look(): void {
    if (!this.#place) return;
    const value = this.#read();
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#changed = this.#last;
  }

  /** A list that is changed in place is still the same list. */
  #read(): unknown {
    const value = this.#place?.get();
    return Array.isArray(value) ? value.map(identityOf).join() : value;
  }

  #linesOf(sites: readonly NodeJS.CallSite[]): SourceLine[] {
    const scripts = [...this.#modules.scripts.values()];
    return sites.flatMap((site) => {
      const url = site.getScriptNameOrSourceURL() ?? site.getFileName() ?? "";
      const path = url.startsWith("file:") ? new URL(url).pathname : url;
      const script = scripts.findLast((each) => each.path === path);
      const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
      return script && line ? [script.sourceLine({ lineNumber: line - 1, columnNumber: (column ?? 1) - 1 })] : [];
    });
  }
}

const identities = new WeakMap<object, number>();
let identity = 0;

function identityOf(value: unknown): string {
  if ((typeof value !== "object" && typeof value !== "function") || value === null)
    return `${typeof value} ${String(value)}`;
  if (!identities.has(value)) identities.set(value, ++identity);
  return `#${identities.get(value)}`;
}

/** The frames of the program, whatever it does with stacks itself. */
function callSites(): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 30;
    Error.prepareStackTrace = (_, sites) => sites;
    return new Error().stack as unknown as readonly NodeJS.CallSite[];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace) Error.prepareStackTrace = prepareStackTrace;
    else Reflect.deleteProperty(Error, "prepareStackTrace");
  }
}
