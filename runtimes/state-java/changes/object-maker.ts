import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { isInitialized } from "../jdwp/class-commands.ts";
import { JdwpError } from "../jdwp/connection.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Returned } from "../jdwp/object-commands.ts";
import { type Id, idOf, isReference, type JavaValue } from "../jdwp/values.ts";
import type { ClassTable, JavaClass } from "../memory/class-table.ts";
import type { StoppedThread } from "../memory/stopped-thread.ts";

const unsafeClasses = ["Ljdk/internal/misc/Unsafe;", "Lsun/misc/Unsafe;"];

/** A method of Java itself. Those of the program are never called. */
export interface LibraryMethod {
  /** The signature of its class. */
  readonly owner: string;
  readonly name: string;
  readonly signature: string;
}

/** Makes new objects in the program. */
export class ObjectMaker {
  readonly #machine: Machine;
  readonly #classes: ClassTable;
  readonly #thread: StoppedThread;

  constructor(machine: Machine, classes: ClassTable, thread: StoppedThread) {
    this.#machine = machine;
    this.#classes = classes;
    this.#thread = thread;
  }

  async text(text: string): Promise<JavaValue> {
    return this.#kept({ tag: "s", value: await this.#machine.objects.newText(text) });
  }

  async array(arrayType: Id, length: number): Promise<JavaValue> {
    return this.#kept(await this.#machine.objects.newArray(arrayType, length));
  }

  /** An object with all fields empty, without running a constructor. */
  async allocate(javaClass: JavaClass): Promise<JavaValue> {
    const status = await this.#machine.classes.status(javaClass.type);
    if (!isInitialized({ status })) throw new ImpossibleChange(`the class ${javaClass.name} is not initialized yet`);
    for (const owner of unsafeClasses) {
      const [unsafeClass] = await this.#machine.classes.named(owner);
      const field = unsafeClass && (await this.#classes.of(unsafeClass.type)).staticFields.find(isTheUnsafe);
      if (!unsafeClass || !field) continue;
      const [unsafe] = await this.#machine.classes.staticValues(unsafeClass.type, [field.id]);
      const classObject = await this.#machine.classes.classObject(javaClass.type);
      const method = { owner, name: "allocateInstance", signature: "(Ljava/lang/Class;)Ljava/lang/Object;" };
      return this.call(unsafe!, method, [{ tag: "c", value: classObject }]);
    }
    throw new ImpossibleChange("this version of Java cannot make objects for a debugger");
  }

  async callStatic(method: LibraryMethod, values: readonly JavaValue[]): Promise<JavaValue> {
    return this.#call(method, values, (call) => this.#machine.objects.callStatic(call));
  }

  async call(object: JavaValue, method: LibraryMethod, values: readonly JavaValue[]): Promise<JavaValue> {
    return this.#call(method, values, (call) => this.#machine.objects.callOn(idOf(object), call));
  }

  /** Runs a constructor. */
  async construct(owner: string, signature = "()V", values: readonly JavaValue[] = []): Promise<JavaValue> {
    const method = { owner, name: "<init>", signature };
    return this.#call(method, values, (call) => this.#machine.objects.newInstance(call));
  }

  async #call(
    { owner, name, signature }: LibraryMethod,
    values: readonly JavaValue[],
    run: (call: Parameters<Machine["objects"]["callStatic"]>[0]) => Promise<Returned>,
  ): Promise<JavaValue> {
    const [found] = await this.#machine.classes.named(owner);
    const methods = found ? await this.#machine.classes.methods(found.type) : [];
    const method = methods.find((each) => each.name === name && each.signature === signature);
    const ownerName = owner.slice(1, -1).replaceAll("/", ".");
    if (!found) throw new ImpossibleChange(`${ownerName} is not loaded`);
    if (!method) throw new ImpossibleChange(`${ownerName} has no ${name} in this version of Java`);
    try {
      const call = { thread: this.#thread.id, type: found.type, method: method.id, arguments: values };
      const { value, exception } = await run(call);
      if (exception !== 0n) throw new ImpossibleChange(`${name} of Java itself failed`);
      return await this.#kept(value);
    } catch (error) {
      if (error instanceof JdwpError) throw new ImpossibleChange(`Java cannot call ${name} here (${error.message})`);
      throw error;
    } finally {
      this.#thread.hasRun();
    }
  }

  /** Until the program leads to it, nothing else keeps it. */
  async #kept(value: JavaValue): Promise<JavaValue> {
    if (isReference(value) && value.value !== 0n) await this.#machine.objects.keep(idOf(value));
    return value;
  }
}

function isTheUnsafe({ name }: { readonly name: string }): boolean {
  return name === "theUnsafe";
}
