import { below, type Random, random } from "../../../bench/random.ts";

const verbs =
  "add apply check count fill find fit fold join keep lift load mark pack pick place rank read round scale settle shift sort split trim turn weigh wrap";
const nouns =
  "amount basket batch column coupon credit crate date entry fee item label limit margin number offer order page parcel price rate refund row share shelf stock sum ticket unit weight";
const adjectives =
  "average basic current early empty final first full gross large last late long net next old open plain rare short single small usual whole";
const locals = "amount count current net rest result size sum total weight width worth";

const words = (list: string) => list.split(" ");
const upper = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** Whatever a seed decides: numbers, names, sentences. */
export class Maker {
  readonly next: Random;
  /** Functions and settings that matter. */
  readonly hot: string[] = [];
  /** How likely a change near them is: in a long history less, or nothing could be carried through all of it. */
  readonly heat: number;
  readonly #names = new Set<string>();
  #ids = 0;

  constructor(seed: number, commits: number) {
    this.next = random(seed);
    this.heat = Math.min(1, 60 / commits);
  }

  id(): number {
    return ++this.#ids;
  }

  /** A name that no function has. */
  name(): string {
    for (let tries = 0; ; tries++) {
      const name = `${this.pick(words(verbs))}${upper(this.pick(words(nouns)))}${tries < 9 ? "" : tries}`;
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      return name;
    }
  }

  local(): string {
    return this.pick(words(locals));
  }

  sentence(): string {
    const thing = () => `the ${this.pick(words(adjectives))} ${this.pick(words(nouns))}`;
    return `${upper(this.pick(words(verbs)))} ${thing()} ${this.pick(["by", "for", "of", "with", "before"])} ${thing()}.`;
  }

  /** Whether a change may be here. */
  touches(name: string): boolean {
    return !this.hot.includes(name) || this.chance(this.heat);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  below(limit: number): number {
    return below(limit, this.next);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.map(() => left.splice(this.below(left.length), 1)[0]!);
  }
}
