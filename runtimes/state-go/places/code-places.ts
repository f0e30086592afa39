import type { StopPlace } from "../../protocol/state.ts";
import { absentPlace } from "../../shared/missed-place.ts";
import type { Location } from "../delve/api.ts";
import { DelveError } from "../delve/connection.ts";
import type { Delve } from "../delve/delve.ts";
import { isGenerated, isMeant, shortFunctionName, withoutTypeArguments } from "../program/function-names.ts";
import type { OwnCode } from "../program/own-code.ts";
import { bodyStart, type CodeLine, lineEntries } from "./line-entries.ts";

/** One function, or one instance of a generic function. */
export interface FunctionCode {
  /** After its call is set up. */
  readonly start: number;
  readonly code: readonly CodeLine[];
}

/** An instruction with which a visit to a line begins. */
export interface LineEntry {
  readonly address: number;
  /** Of its function. */
  readonly start: number;
  /** It belongs to the first statement of the function. */
  readonly isFirst: boolean;
}

/** How many lines without code may stand between the named line and the one that is meant. */
const maxLinesAhead = 50;

/** Finds the addresses of places in the program's own code. */
export class CodePlaces {
  readonly #delve: Delve;
  readonly #own: OwnCode;
  readonly #functions: FunctionCode[] = [];

  constructor(delve: Delve, own: OwnCode) {
    this.#delve = delve;
    this.#own = own;
  }

  /** Throws if there is no such place. */
  async addressesOf(place: Omit<StopPlace, "hit">): Promise<readonly number[]> {
    const addresses = place.line === undefined ? await this.#ofFunction(place) : await this.#ofLine(place);
    if (addresses.length === 0)
      throw absentPlace(place, place.line === undefined ? this.#own.functions.map(shortFunctionName) : []);
    return addresses;
  }

  /** Where visits to a line begin, in all functions that have code of it. */
  async entriesOf(file: string, line: number): Promise<readonly LineEntry[]> {
    const entries: LineEntry[] = [];
    for (const { pc } of await this.#locations(`${file}:${line}`)) {
      const { code, start } = await this.#functionAt(pc);
      // Go itself calls what the compiler adds.
      if (isGenerated(code[0]?.function ?? "")) continue;
      const inFunction = lineEntries(code, start, { file, line });
      entries.push(...inFunction.map((address) => ({ address, start, isFirst: address === bodyStart(code, start) })));
    }
    // A function literal begins on the line of a statement: that it is called is no visit to the statement.
    const ofStatements = entries.filter(({ address, start }) => address !== start);
    const chosen = ofStatements.length > 0 ? ofStatements : entries;
    return [...new Map(chosen.map((each) => [each.address, each])).values()];
  }

  /** By delve's names. */
  functionsNamed(written: string): string[] {
    return this.#own.functions.filter((name) => isMeant(name, written));
  }

  async codeOfFunction(name: string): Promise<readonly FunctionCode[]> {
    // delve does not understand the type arguments of generic functions: without them it finds all instances.
    const starts = (await this.#locations(withoutTypeArguments(name))).map(({ pc }) => pc);
    return Promise.all(starts.map(async (start) => ({ start, code: await this.#codeAt(start) })));
  }

  async #ofFunction({ function: name = "" }: Omit<StopPlace, "hit">): Promise<number[]> {
    const codes = await Promise.all(this.functionsNamed(name).map((each) => this.codeOfFunction(each)));
    return [...new Set(codes.flat().map(({ start }) => start))];
  }

  async #ofLine({ file = "", line = 0 }: Omit<StopPlace, "hit">): Promise<number[]> {
    for (const path of await this.#sourcesNamed(file)) {
      for (let at = line; at < line + maxLinesAhead; at++) {
        const entries = await this.entriesOf(path, at);
        // At its first statement a function has its parameters in memory, but the debug information says that they are still in
        // registers. So it is stopped earlier.
        if (entries.length > 0) return entries.map(({ address, start, isFirst }) => (isFirst ? start : address));
      }
    }
    return [];
  }

  async #functionAt(address: number): Promise<FunctionCode> {
    const isIn = ({ code }: FunctionCode) => code[0]!.address <= address && address <= code.at(-1)!.address;
    const known = this.#functions.find(isIn);
    if (known) return known;
    const code = await this.#codeAt(address);
    const found = { code, start: await this.#startOf(code) };
    this.#functions.push(found);
    return found;
  }

  /** Where delve would stop at a function: after its call is set up. */
  async #startOf(code: readonly CodeLine[]): Promise<number> {
    const [first] = code;
    const name = first?.function;
    const found = name === undefined ? [] : await this.#locations(withoutTypeArguments(name));
    const addresses = new Set(code.map(({ address }) => address));
    return found.find(({ pc }) => addresses.has(pc))?.pc ?? first?.address ?? 0;
  }

  async #codeAt(address: number): Promise<CodeLine[]> {
    const instructions = await this.#delve.instructions(address);
    return instructions.map(({ Loc, Text }) => ({
      address: Loc.pc,
      file: Loc.file,
      line: Loc.line,
      text: Text,
      ...(Loc.function ? { function: Loc.function.name } : {}),
    }));
  }

  /** `sort.go` or `sub/sort.go` among the program's own files. */
  async #sourcesNamed(file: string): Promise<string[]> {
    const name = file.slice(file.lastIndexOf("/") + 1).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const relative = file.replace(/^(?:\.\/)+/, "");
    const sources = await this.#delve.sources(`/${name}$`);
    return sources.filter((path) => this.#own.files.contains(path) && (path === file || path.endsWith(`/${relative}`)));
  }

  /** Empty: there is no code. */
  async #locations(place: string): Promise<readonly Location[]> {
    try {
      const found = await this.#delve.locations(place);
      return found.flatMap((each) => (each.pcs ?? [each.pc]).map((pc) => ({ ...each, pc, pcs: [pc] })));
    } catch (error) {
      if (error instanceof DelveError) return [];
      throw error;
    }
  }
}
