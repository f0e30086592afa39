import { DeltaSet } from "../../../../../core/delta-set.ts";
import { isPlainObject } from "../../body/fresh-copy.ts";

/** An item of a list, or a property of an object. */
interface Member {
  readonly key: string | number;
  readonly value: unknown;
}

export type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

export function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isPlainObject(value);
}

export function membersOf(value: unknown): Member[] {
  if (Array.isArray(value)) return value.map((item, key) => ({ key, value: item }));
  return isPlainObject(value) ? Object.entries(value).map(([key, item]) => ({ key, value: item })) : [];
}

/** A container like `value` with other members. */
export function withMembers(value: Container, members: readonly Member[]): Container {
  if (Array.isArray(value)) return members.map((member) => member.value);
  return Object.fromEntries(members.map((member) => [member.key, member.value]));
}

/**
 * The members of a value, at any depth, numbered in order, each before those inside it: what belongs to a member is a range of
 * numbers. A set of deltas is the value in which these members are left.
 */
export class ValueOutline {
  readonly value: unknown;
  /** The value of each member. */
  readonly members: unknown[] = [];
  /** Behind the last member inside each one. */
  readonly #ends: number[] = [];
  readonly #depths: number[] = [];

  constructor(value: unknown) {
    this.value = value;
    this.#enter(value, 0);
  }

  #enter(value: unknown, depth: number): void {
    for (const member of membersOf(value)) {
      const n = this.members.length;
      this.members.push(member.value);
      this.#depths.push(depth);
      this.#ends.push(n + 1);
      this.#enter(member.value, depth + 1);
      this.#ends[n] = this.members.length;
    }
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.members.length);
  }

  /** The members of a level, counted from 0, that are in the set. */
  level(depth: number, set: DeltaSet): number[] {
    return Array.from(set).filter((n) => this.#depths[n] === depth);
  }

  /** A member with all that is inside it. */
  whole(n: number): [start: number, end: number] {
    return [n, this.#ends[n]!];
  }

  /** The value with only these members. */
  keeping(set: DeltaSet): unknown {
    return this.#rebuild(this.value, 0, (n, value, inside) => (set.has(n) ? { value: inside(value) } : undefined));
  }

  /** The value with another one in the place of a member; -1 is the value as a whole. */
  replacing(n: number, by: unknown): unknown {
    if (n === -1) return by;
    const [, end] = this.whole(n);
    return this.#rebuild(this.value, 0, (m, value, inside) => {
      if (m === n) return { value: by };
      const isAround = m < n && end <= this.#ends[m]!;
      return { value: isAround ? inside(value) : value };
    });
  }

  #rebuild(value: unknown, from: number, change: ChangeMember): unknown {
    if (!isContainer(value)) return value;
    let n = from;
    const members: Member[] = [];
    for (const member of membersOf(value)) {
      const own = n;
      const changed = change(own, member.value, (part) => this.#rebuild(part, own + 1, change));
      if (changed) members.push({ key: member.key, ...changed });
      n = this.#ends[own]!;
    }
    return withMembers(value, members);
  }
}

type ChangeMember = (
  n: number,
  value: unknown,
  inside: (value: unknown) => unknown,
) => { readonly value: unknown } | undefined;
