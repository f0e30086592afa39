import type { Breakpoint, Frame, Instruction, LoadConfig, Location, State, Variable } from "./api.ts";
import type { Connection } from "./connection.ts";

/** The variables of a frame are looked up there; 0 is the innermost. */
export type FrameNumber = number;

/** A breakpoint at a function, a line or addresses, counted by delve, which stops at it if the count fits `HitCond`. */
export interface WantedBreakpoint {
  readonly functionName?: string;
  readonly addrs?: readonly number[];
  readonly HitCond?: string;
  /** How many frames to report at each stop. */
  readonly stacktrace?: number;
}

interface PackageFiles {
  readonly ImportPath: string;
  readonly Files: readonly string[] | null;
}

/** The requests to delve that a plan needs, about the goroutine that is stopped. */
export class Delve {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async continue(): Promise<State> {
    return (await this.#call<{ State: State }>("Command", { name: "continue" })).State;
  }

  async stepInstruction(): Promise<void> {
    await this.#call("Command", { name: "stepInstruction" });
  }

  /** Calls a function of the program, or assigns a text, which has to be allocated. */
  async callFunction(expression: string, config: LoadConfig): Promise<readonly Variable[]> {
    const command = { name: "call", expr: expression, UnsafeCall: true, ReturnInfoLoadConfig: config };
    const { State } = await this.#call<{ State: State }>("Command", command);
    return State.currentThread?.ReturnValues ?? [];
  }

  async addBreakpoint(wanted: WantedBreakpoint): Promise<Breakpoint> {
    return (await this.#call<{ Breakpoint: Breakpoint }>("CreateBreakpoint", { Breakpoint: wanted })).Breakpoint;
  }

  async amendBreakpoint(id: number, wanted: WantedBreakpoint): Promise<void> {
    await this.#call("AmendBreakpoint", { Breakpoint: { ...wanted, id } });
  }

  async removeBreakpoint(id: number): Promise<void> {
    await this.#call("ClearBreakpoint", { Id: id });
  }

  async breakpoints(): Promise<readonly Breakpoint[]> {
    return (await this.#call<{ Breakpoints: Breakpoint[] }>("ListBreakpoints", {})).Breakpoints;
  }

  async frames(depth: number): Promise<readonly Frame[]> {
    return (await this.#call<{ Locations: Frame[] }>("Stacktrace", { Id: -1, Depth: depth })).Locations;
  }

  async evaluate(expression: string, config: LoadConfig, frame: FrameNumber = 0): Promise<Variable> {
    const parameters = { Scope: scope(frame), Expr: expression, Cfg: config };
    return (await this.#call<{ Variable: Variable }>("Eval", parameters)).Variable;
  }

  async set(expression: string, value: string, frame: FrameNumber = 0): Promise<void> {
    await this.#call("Set", { Scope: scope(frame), Symbol: expression, Value: value });
  }

  /** The parameters of a frame, then its other variables. */
  async frameVariables(frame: FrameNumber, config: LoadConfig): Promise<readonly Variable[]> {
    const parameters = { Scope: scope(frame), Cfg: config };
    const [{ Args }, { Variables }] = await Promise.all([
      this.#call<{ Args: Variable[] | null }>("ListFunctionArgs", parameters),
      this.#call<{ Variables: Variable[] | null }>("ListLocalVars", parameters),
    ]);
    return [...(Args ?? []), ...(Variables ?? [])];
  }

  async packageVariables(filter: string, config: LoadConfig): Promise<readonly Variable[]> {
    const parameters = { Filter: filter, Cfg: config };
    return (await this.#call<{ Variables: Variable[] | null }>("ListPackageVars", parameters)).Variables ?? [];
  }

  /** With the files that have code of them: also of other packages, such as those of generic functions. */
  async packages(): Promise<readonly PackageFiles[]> {
    return (await this.#call<{ List: PackageFiles[] }>("ListPackagesBuildInfo", { IncludeFiles: true })).List;
  }

  async functions(filter: string): Promise<readonly string[]> {
    return (await this.#call<{ Funcs: string[] | null }>("ListFunctions", { Filter: filter })).Funcs ?? [];
  }

  async sources(filter: string): Promise<readonly string[]> {
    return (await this.#call<{ Sources: string[] | null }>("ListSources", { Filter: filter })).Sources ?? [];
  }

  async locations(place: string): Promise<readonly Location[]> {
    const parameters = { Scope: { GoroutineID: -1 }, Loc: place, IncludeNonExecutableLines: false };
    return (await this.#call<{ Locations: Location[] | null }>("FindLocation", parameters)).Locations ?? [];
  }

  /** The whole function that has an address. */
  async instructions(address: number): Promise<readonly Instruction[]> {
    const parameters = { Scope: { GoroutineID: -1 }, StartPC: address, EndPC: 0, Flavour: intel };
    return (await this.#call<{ Disassemble: Instruction[] }>("Disassemble", parameters)).Disassemble;
  }

  #call<T>(method: string, parameters: object): Promise<T> {
    return this.#connection.call<T>(method, parameters);
  }
}

const intel = 1;

function scope(frame: FrameNumber): object {
  return { GoroutineID: -1, Frame: frame };
}
