import { ImpossibleChange } from "../../shared/plan-errors.ts";
import type { Variable } from "../delve/api.ts";
import { DelveError } from "../delve/connection.ts";
import type { Delve } from "../delve/delve.ts";
import { hexadecimal } from "../memory/expressions.ts";
import { withinValue } from "../memory/load-config.ts";

/** How Go describes a type: where, and how large its values are. */
interface TypeDescription {
  readonly address: number;
  readonly size: number;
}

/** A slice; or an interface, and behind it a pointer. */
const scratchSize = 24;
const pointerOffset = 16;
const following = { ...withinValue, FollowPointers: true, MaxVariableRecurse: 2 };

/** Allocates memory in the program, by Go's own allocator: its garbage collector has to know the type of what is there. */
export class Allocator {
  readonly #delve: Delve;
  readonly #types = new Map<string, TypeDescription>();
  #scratch: number | undefined;

  constructor(delve: Delve) {
    this.#delve = delve;
  }

  /** Zeroed memory for some values of a type, which has to be linked to the program's data before anything else is allocated. */
  async allocate(type: string, count = 1): Promise<number> {
    const { address, size } = await this.describe(type);
    return this.#malloc(count * size, `(*"internal/abi.Type")(${hexadecimal(address)})`);
  }

  /** Memory for whoever uses it next. */
  async scratch(): Promise<number> {
    this.#scratch ??= await this.#malloc(scratchSize, "nil");
    return this.#scratch;
  }

  /** Throws if Go has no description of the type in this program. */
  async describe(type: string): Promise<TypeDescription> {
    const known = this.#types.get(type) ?? (await this.#find(type));
    this.#types.set(type, known);
    return known;
  }

  /** delve writes the description of a pointer's type into an interface; the description of what it points to is part of it. */
  async #find(type: string): Promise<TypeDescription> {
    const address = await this.scratch();
    const [scratch, pointer] = [hexadecimal(address), hexadecimal(address + pointerOffset)];
    try {
      await this.#delve.set(`*(*"interface {}")(${scratch})`, `*(*${JSON.stringify(`*${type}`)})(${pointer})`);
      const described = await this.#delve.evaluate(`*(*"*internal/abi.PtrType")(${scratch})`, following);
      const element = part(described.children?.[0], "Elem");
      const size = Number(part(element?.children?.[0], "Size_")?.value);
      if (element && size >= 0) return { address: Number(element.value), size };
    } catch (error) {
      if (!(error instanceof DelveError)) throw error;
    }
    throw new ImpossibleChange(`delve cannot allocate a value of type ${type}`);
  }

  async #malloc(bytes: number, type: string): Promise<number> {
    try {
      const [pointer] = await this.#delve.callFunction(`runtime.mallocgc(${bytes}, ${type}, true)`, withinValue);
      if (pointer) return Number(pointer.value);
    } catch (error) {
      if (!(error instanceof DelveError)) throw error;
      throw new ImpossibleChange(`delve cannot allocate memory here: ${error.message}`);
    }
    throw new ImpossibleChange("delve cannot allocate memory here");
  }
}

function part(variable: Variable | undefined, name: string): Variable | undefined {
  return variable?.children?.find((each) => each.name === name);
}
