import { ValueOutline } from "./value-outline.ts";
import { valueText } from "./value-text.ts";

/** A value on its way to a smaller one. */
export class ValueDraft {
  /** Made only when it is needed: most drafts are never tested. */
  readonly #make: () => unknown;
  #made: { readonly value: unknown } | undefined;
  #content: string | undefined;
  #outline: ValueOutline | undefined;

  constructor(make: () => unknown) {
    this.#make = make;
  }

  get value(): unknown {
    this.#made ??= { value: this.#make() };
    return this.#made.value;
  }

  /** Equal for equal values. */
  get content(): string {
    this.#content ??= valueText(this.value);
    return this.#content;
  }

  get size(): number {
    return this.content.length;
  }

  get outline(): ValueOutline {
    this.#outline ??= new ValueOutline(this.value);
    return this.#outline;
  }
}
