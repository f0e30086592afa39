import type { Debugger } from "node:inspector";
import { Inspector } from "../../../state-node/inspector.ts";
import { OwnFiles } from "../../../state-node/scripts/own-files.ts";
import { Script } from "../../../state-node/scripts/script.ts";
import { sourceFilesOf } from "../../../state-node/scripts/source-positions.ts";
import { type ModuleVariables, moduleVariables } from "./module-variables.ts";

/** A module of the program's own, with accessors of its variables that were created inside it, so that they work from everywhere. */
export interface ProgramModule extends ModuleVariables {
  readonly file: string;
  readonly variables: Record<string, unknown>;
}

/** The modules of the program, from when they are loaded. Has to be there before the first of them. */
export class ProgramModules {
  readonly all: ProgramModule[] = [];
  readonly scripts = new Map<string, Script>();
  readonly inspector = new Inspector();
  readonly #own: OwnFiles;
  readonly #waiting = new Map<string, ModuleVariables>();
  readonly #addModule: string;

  constructor(root: string, onScript: (script: Script) => void) {
    this.#own = new OwnFiles(root);
    this.#addModule = this.inspector.expose("addModule", (id: string, variables: Record<string, unknown>) => {
      this.all.push({ file: this.scripts.get(id)!.file, variables, ...this.#waiting.get(id)! });
      return false;
    });
    this.inspector.onScript((parsed) => {
      const script = this.#ownScript(parsed);
      if (!script) return;
      this.#reachVariables(script);
      onScript(script);
    });
    this.inspector.call("Debugger.enable");
  }

  #ownScript(parsed: Debugger.ScriptParsedEventDataType): Script | undefined {
    // Every breakpoint condition that is evaluated is a script, without a name.
    if (parsed.url === "") return undefined;
    const path =
      this.#own.pathOf(parsed.url) ?? this.#own.adoptCompiled(parsed.url, (file) => sourceFilesOf(parsed, file));
    if (path === undefined) return undefined;
    const script = new Script(this.inspector, parsed, { path, own: this.#own });
    this.scripts.set(script.id, script);
    return script;
  }

  #reachVariables({ id: scriptId, isModule }: Script): void {
    const { scriptSource } = this.inspector.call<Debugger.GetScriptSourceReturnType>("Debugger.getScriptSource", {
      scriptId,
    });
    const found = moduleVariables(scriptSource, isModule ? "module" : "script");
    if (!found || found.names.length === 0) return;
    const range = { start: { scriptId, ...found.entry } };
    const { locations } = this.inspector.call<Debugger.GetPossibleBreakpointsReturnType>(
      "Debugger.getPossibleBreakpoints",
      range,
    );
    if (!locations[0]) return;
    this.#waiting.set(scriptId, found);
    const accessors = found.names.map((name) => `get ${name}() { return ${name}; }, set ${name}($) { ${name} = $; }`);
    this.inspector.setBreakpoint(locations[0], `${this.#addModule}("${scriptId}", { ${accessors.join(", ")} })`);
  }
}
