import type { Method } from "../jdwp/class-commands.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Id } from "../jdwp/values.ts";
import { type MethodCode, readCode } from "../places/method-code.ts";
import { methodName } from "./names.ts";

const synthetic = 0x1000;
const bridge = 0x40;
const abstractOrNative = 0x500;

/** A class of the program's own. */
export class OwnClass {
  readonly typeTag: number;
  readonly type: Id;
  readonly signature: string;
  /** An absolute path. */
  readonly file: string;
  readonly methods: readonly OwnMethod[];

  constructor(
    { typeTag, type, signature, file }: Pick<OwnClass, "typeTag" | "type" | "signature" | "file">,
    methods: readonly Method[],
  ) {
    this.typeTag = typeTag;
    this.type = type;
    this.signature = signature;
    this.file = file;
    this.methods = methods.filter(isWritten).map((method) => new OwnMethod(this, method));
  }

  methodOf(id: Id): OwnMethod | undefined {
    return this.methods.find((each) => each.id === id);
  }
}

/** A method with code that somebody wrote. */
export class OwnMethod {
  readonly owner: OwnClass;
  readonly id: Id;
  /** As the virtual machine has it: `<init>` is a constructor. */
  readonly plainName: string;
  /** `Sort.shellSort`. */
  readonly name: string;
  #code: Promise<MethodCode> | undefined;

  constructor(owner: OwnClass, { id, name }: Method) {
    this.owner = owner;
    this.id = id;
    this.plainName = name;
    this.name = methodName(owner.signature, name);
  }

  get isLambda(): boolean {
    return this.plainName.startsWith("lambda$");
  }

  /** Those of code that was read. */
  async knownLines(): Promise<readonly number[]> {
    return (await this.#code?.catch(() => undefined))?.lines ?? [];
  }

  code(machine: Machine): Promise<MethodCode> {
    this.#code ??= readCode(machine, this.owner.type, this.id);
    return this.#code;
  }
}

/** The compiler adds methods, and makes methods of lambda expressions. */
function isWritten({ name, modifiers }: Method): boolean {
  if (modifiers & abstractOrNative) return false;
  const isAdded = (modifiers & (synthetic | bridge)) !== 0 || modifiers < 0;
  return !isAdded || name.startsWith("lambda$");
}
