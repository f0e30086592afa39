/** Names and what they mean; what is not known here is looked up in the scope around. */
export class Scope {
  readonly #values: Map<string, unknown>;
  readonly #around: Scope | undefined;

  constructor(values: Map<string, unknown>, around?: Scope) {
    this.#values = values;
    this.#around = around;
  }

  get(name: string): unknown {
    return this.#values.has(name) ? this.#values.get(name) : this.#around?.get(name);
  }

  set(name: string, value: unknown): void {
    this.#values.set(name, value);
  }
}
