import type { ParsedPolicy } from "../../protocol/schedule-policy.ts";
import { seededRandom, textHash } from "../../shared/seeded-random.ts";

/** What a policy knows of an event. */
export interface Candidate {
  readonly id: string;
  readonly site: string;
  /** The id of the event with which its chain of first children began. */
  readonly chain: string;
}

/** Returns the index of the candidate that runs next; `byDefault` is that of the one which the default policy chooses. */
export type Choose = (candidates: readonly Candidate[], byDefault: number) => number;

/** A policy other than the default one, as a function that remembers its choices. */
export function chooser(policy: ParsedPolicy): Choose {
  const random = seededRandom(policy.seed);
  if (policy.name === "pct") return byPriority(policy, random);
  if (policy.name === "biased") return biased(policy, random);
  return ({ length }, byDefault) => (random() * policy.quantum < 1 ? Math.floor(random() * length) : byDefault);
}

/** Switches are this many times as likely at places where events of several chains were seen. */
const sharedFactor = 16;

function biased({ quantum }: ParsedPolicy, random: () => number): Choose {
  const chainAt = new Map<string, string>();
  const shared = new Set<string>();
  return (candidates, byDefault) => {
    const { site, chain } = candidates[byDefault]!;
    const seen = chainAt.get(site);
    if (seen === undefined) chainAt.set(site, chain);
    else if (seen !== chain) shared.add(site);
    const factor = shared.has(site) ? sharedFactor : 1;
    return random() * quantum < factor ? Math.floor(random() * candidates.length) : byDefault;
  };
}

/**
 * Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010), with chains of events instead of threads: the chain with
 * the highest priority runs, and at DEPTH − 1 random steps the one that would run gets the lowest priority.
 */
function byPriority({ seed, depth, steps }: ParsedPolicy, random: () => number): Choose {
  const changes = new Set<number>();
  while (changes.size < Math.min(depth - 1, steps)) changes.add(1 + Math.floor(random() * steps));
  const lowered = new Map<string, number>();
  const priority = ({ chain }: Candidate) => lowered.get(chain) ?? textHash(chain, seed);
  let step = 0;
  const highest = (candidates: readonly Candidate[]) => {
    let best = 0;
    for (let at = 1; at < candidates.length; at++) {
      if (priority(candidates[at]!) > priority(candidates[best]!)) best = at;
    }
    return best;
  };
  return (candidates) => {
    const best = highest(candidates);
    if (!changes.has(++step)) return best;
    lowered.set(candidates[best]!.chain, -step);
    return highest(candidates);
  };
}
