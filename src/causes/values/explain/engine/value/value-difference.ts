import { DeltaSet } from "../../../../../core/delta-set.ts";
import { changedRegions, segmentsOf } from "../../../../../world/text/changed-regions.ts";
import { isPlainObject } from "../../body/fresh-copy.ts";
import { valueText } from "./value-text.ts";

/** One change from the passing value to the failing one; undefined where a value is missing. */
export interface ValueEdit {
  /** Such as `lines[3].price`; empty for the value as a whole. */
  readonly path: string;
  readonly passing: { readonly value: unknown } | undefined;
  readonly failing: { readonly value: unknown } | undefined;
}

/** A value in which the edits of a set are made; undefined: it is missing. */
type Mixed = (made: DeltaSet) => { readonly value: unknown } | undefined;

/** The difference between two values as edits. None gives the passing value, all give the failing one. */
export class ValueDifference {
  readonly edits: ValueEdit[] = [];
  readonly #mixed: Mixed;

  constructor(passing: unknown, failing: unknown) {
    this.#mixed = this.#mix("", { value: passing }, { value: failing });
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.edits.length);
  }

  compose(made: DeltaSet): unknown {
    return this.#mixed(made)!.value;
  }

  #mix(path: string, passing: ValueEdit["passing"], failing: ValueEdit["failing"]): Mixed {
    if (passing && failing) {
      const [old, now] = [passing.value, failing.value];
      if (valueText(old) === valueText(now)) return () => failing;
      if (Array.isArray(old) && Array.isArray(now)) return this.#mixLists(path, old, now);
      if (isPlainObject(old) && isPlainObject(now)) return this.#mixObjects(path, old, now);
      if (typeof old === "string" && typeof now === "string") return this.#mixStrings(path, old, now);
    }
    const n = this.edits.push({ path, passing, failing }) - 1;
    return (made) => (made.has(n) ? failing : passing);
  }

  #mixObjects(path: string, old: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): Mixed {
    const keys = new Set([...Object.keys(now), ...Object.keys(old)]);
    const itemOf = (object: object, key: string) =>
      Object.hasOwn(object, key) ? { value: (object as Record<string, unknown>)[key] } : undefined;
    const properties = Array.from(keys, (key) => {
      return [key, this.#mix(`${path}${propertyText(key, path)}`, itemOf(old, key), itemOf(now, key))] as const;
    });
    return (made) => {
      const entries = properties.flatMap(([key, mixed]) => {
        const item = mixed(made);
        return item ? [[key, item.value] as const] : [];
      });
      return { value: Object.fromEntries(entries) };
    };
  }

  #mixLists(path: string, old: readonly unknown[], now: readonly unknown[]): Mixed {
    const regions = changedRegions(old.map(valueText), now.map(valueText));
    const items = segmentsOf(regions, old.length).flatMap(({ a, b, aCount, bCount }) =>
      Array.from({ length: Math.max(aCount, bCount) }, (_, i) =>
        this.#mix(
          `${path}[${b + i}]`,
          i < aCount ? { value: old[a + i] } : undefined,
          i < bCount ? { value: now[b + i] } : undefined,
        ),
      ),
    );
    return (made) => ({ value: items.flatMap((mixed) => mixed(made) ?? []).map(({ value }) => value) });
  }

  /** Word by word. */
  #mixStrings(path: string, old: string, now: string): Mixed {
    const [a, b] = [wordsOf(old), wordsOf(now)];
    const parts = segmentsOf(changedRegions(a, b), a.length).map((segment): Mixed => {
      const passing = { value: a.slice(segment.a, segment.a + segment.aCount).join("") };
      const failing = { value: b.slice(segment.b, segment.b + segment.bCount).join("") };
      if (!segment.changed) return () => failing;
      const n = this.edits.push({ path, passing, failing }) - 1;
      return (made) => (made.has(n) ? failing : passing);
    });
    return (made) => ({ value: parts.map((mixed) => mixed(made)!.value).join("") });
  }
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];
}

function propertyText(key: string, path: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`;
  return path === "" ? key : `.${key}`;
}
