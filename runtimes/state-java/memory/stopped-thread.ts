import type { StackFrame } from "../../protocol/state.ts";
import type { VariableSlot } from "../jdwp/class-commands.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Frame } from "../jdwp/thread-commands.ts";
import type { Id, JavaValue } from "../jdwp/values.ts";
import { lineAt } from "../places/method-code.ts";
import type { OwnMethod } from "../program/own-class.ts";
import type { OwnClasses } from "../program/own-classes.ts";

/** A frame of the program's own. */
interface OwnFrame extends Frame {
  readonly method: OwnMethod;
}

/** A variable of a frame; 0 is the innermost of the program's own. */
export interface LocalVariable extends VariableSlot {
  readonly frame: number;
  readonly value: JavaValue;
}

const maxFrames = 1000;

/** The thread that has reached the place. */
export class StoppedThread {
  readonly id: Id;
  readonly #machine: Machine;
  readonly #own: OwnClasses;
  #frames: Promise<readonly OwnFrame[]> | undefined;

  constructor(machine: Machine, own: OwnClasses, thread: Id) {
    this.#machine = machine;
    this.#own = own;
    this.id = thread;
  }

  /** Undefined: it is the main thread. */
  async name(): Promise<string | undefined> {
    const name = await this.#machine.threads.name(this.id);
    // Virtual threads have no names.
    return name === "main" ? undefined : name || "without a name";
  }

  async stack(): Promise<StackFrame[]> {
    return Promise.all(
      (await this.#ownFrames()).map(async ({ method, location }) => ({
        function: method.name,
        file: method.owner.file,
        line: lineAt(await method.code(this.#machine), location.index),
      })),
    );
  }

  async variables(): Promise<LocalVariable[]> {
    const frames = await this.#ownFrames();
    return (await Promise.all(frames.map((_, frame) => this.variablesOf(frame)))).flat();
  }

  /** Those that have a value where the frame stands. */
  async variablesOf(frame: number): Promise<LocalVariable[]> {
    const found = (await this.#ownFrames())[frame];
    if (!found) return [];
    const { type, method, index } = found.location;
    const table = (await this.#machine.classes.variableTable(type, method)) ?? [];
    const slots = table.filter((each) => each.index <= index && index < each.index + each.length);
    if (slots.length === 0) return [];
    const values = await this.#machine.threads.variables(this.id, found.id, slots);
    return slots.map((slot, i) => ({ ...slot, frame, value: values[i]! }));
  }

  async setVariable(frame: number, slot: number, value: JavaValue): Promise<void> {
    const found = (await this.#ownFrames())[frame];
    if (found) await this.#machine.threads.setVariable(this.id, found.id, slot, value);
  }

  /** After the thread has run a method, its frames have other ids. */
  hasRun(): void {
    this.#frames = undefined;
  }

  #ownFrames(): Promise<readonly OwnFrame[]> {
    this.#frames ??= this.#readFrames();
    return this.#frames;
  }

  async #readFrames(): Promise<readonly OwnFrame[]> {
    const count = await this.#machine.threads.frameCount(this.id);
    const frames = await this.#machine.threads.frames(this.id, Math.min(count, maxFrames));
    return frames.flatMap((frame): OwnFrame[] => {
      const method = this.#own.methodAt(frame.location);
      return method ? [{ ...frame, method }] : [];
    });
  }
}
