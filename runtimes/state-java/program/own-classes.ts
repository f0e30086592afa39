import { resolve } from "node:path";
import { PlanFailure } from "../../shared/plan-errors.ts";
import type { Method } from "../jdwp/class-commands.ts";
import type { ClassPrepared } from "../jdwp/events.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Id, Location } from "../jdwp/values.ts";
import { withoutGenerated } from "./generated-methods.ts";
import { className, packagePath } from "./names.ts";
import { OwnClass, type OwnMethod } from "./own-class.ts";
import type { SourceFiles } from "./source-files.ts";

/** The classes of the program's own that were loaded so far. */
export class OwnClasses {
  readonly sources: SourceFiles;
  readonly #machine: Machine;
  readonly #classes = new Map<Id, OwnClass>();
  #classPath: Promise<readonly string[]> | undefined;

  constructor(machine: Machine, sources: SourceFiles) {
    this.#machine = machine;
    this.sources = sources;
  }

  get all(): readonly OwnClass[] {
    return [...this.#classes.values()];
  }

  get methods(): readonly OwnMethod[] {
    return this.all.flatMap(({ methods }) => methods);
  }

  methodAt({ type, method }: Pick<Location, "type" | "method">): OwnMethod | undefined {
    return this.#classes.get(type)?.methodOf(method);
  }

  /** Undefined: it is not the program's own. Throws if its variables are not known. */
  async add({ type, typeTag, signature }: ClassPrepared): Promise<OwnClass | undefined> {
    if (!this.sources.hasPackage(packagePath(signature))) return undefined;
    const name = await this.#machine.classes.sourceFile(type);
    const file = name && this.sources.find(packagePath(signature), name, await this.#classPathFolders());
    if (!file) return undefined;
    const methods = await this.#machine.classes.methods(type);
    await this.#checkVariables(type, signature, methods);
    const written = await withoutGenerated(this.#machine, { type, typeTag }, methods);
    const own = new OwnClass({ typeTag, type, signature, file }, written);
    this.#classes.set(type, own);
    return own;
  }

  /** Every class has a constructor, and that has at least the variable `this`; interfaces have none. */
  async #checkVariables(type: Id, signature: string, methods: readonly Method[]): Promise<void> {
    const initializer = methods.find(({ name }) => name === "<init>");
    const variables = initializer && (await this.#machine.classes.variableTable(type, initializer.id));
    if (!initializer || (variables && variables.length > 0)) return;
    throw new PlanFailure("not-loaded", withoutVariables(className(signature)));
  }

  #classPathFolders(): Promise<readonly string[]> {
    this.#classPath ??= this.#machine.classes
      .paths()
      .then(({ base, paths }) => paths.map((path) => resolve(base, path)))
      .catch(() => []);
    return this.#classPath;
  }
}

function withoutVariables(name: string): string {
  return `${name} was compiled without -g, so that its variables are not known: compile it with javac -g`;
}
