import type { World } from "../../../trial/laboratory.ts";
import type { Observation } from "../../../trial/observation.ts";

const maxPassing = 15;
const maxFailing = 5;

/** The inputs that a search met last. It converges, so that these are the nearest to its result. */
export class NearInputs {
  readonly #passing = new Map<string, World>();
  readonly #failing = new Map<string, World>();

  add(world: World, { outcome }: Pick<Observation, "outcome">): void {
    if (outcome === "pass") addLast(this.#passing, world, maxPassing);
    if (outcome === "fail") addLast(this.#failing, world, maxFailing);
  }

  /** The last one first. */
  get passing(): World[] {
    return [...this.#passing.values()].reverse();
  }

  /** The last one first. */
  get failing(): World[] {
    return [...this.#failing.values()].reverse();
  }
}

function addLast(worlds: Map<string, World>, world: World, max: number): void {
  worlds.delete(world.content);
  worlds.set(world.content, world);
  if (worlds.size > max) worlds.delete(worlds.keys().next().value!);
}
