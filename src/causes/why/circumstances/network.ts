import { canHaveOwnNetwork, ownNetworkWords } from "../../../trial/isolation/own-network.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { worldOf } from "../worlds/tested-command.ts";
import { findPort } from "./ports.ts";

/** The test in a network of its own, where no port is in use and no other machine is there. */
export function ownNetwork(context: Context): Experiment[] {
  if (!canHaveOwnNetwork()) return [];
  const id = "own network";
  return [
    {
      id,
      kind: "network",
      how: "in a network of its own, where no port is in use and no other machine can be reached",
      world: (nth) => worldOf(context.tested, { id, nth }, { start: () => ({ words: ownNetworkWords() }) }),
      isolate: { search: () => findPort(context) },
    },
  ];
}
