import type { ParsedPolicy } from "../protocol/schedule-policy.ts";
import { seededRandom, textHash } from "./random.ts";

/** What a policy sees of an event. */
export interface Candidate {
  readonly id: string;
  readonly site: string;
  /** The id of the event with which its chain of first children began. */
  readonly chain: string;
}

/** Which of the candidates runs next; `usual` is the index of the one that the default order takes. */
export type Choose = (candidates: readonly Candidate[], usual: number) => number;

/** A policy other than the default one, as a function that remembers what it has chosen. */
export function chooser(policy: ParsedPolicy): Choose {
  const random = seededRandom(policy.seed);
  if (policy.name === "pct") return byPriority(policy, random);
  if (policy.name === "biased") return biased(policy, random);
  return ({ length }, usual) => (random() * policy.quantum < 1 ? Math.floor(random() * length) : usual);
}

/** Places where several chains were seen are 16 times as likely to be left for another event. */
function biased({ quantum }: ParsedPolicy, random: () => number): Choose {
  const chainAt = new Map<string, string>();
  const shared = new Set<string>();
  return (candidates, usual) => {
    const { site, chain } = candidates[usual]!;
    const seen = chainAt.get(site);
    if (seen === undefined) chainAt.set(site, chain);
    else if (seen !== chain) shared.add(site);
    const often = shared.has(site) ? 16 : 1;
    return random() * quantum < often ? Math.floor(random() * candidates.length) : usual;
  };
}

/**
 * Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010), with chains of events in the place of threads: the chain
 * with the highest priority runs, and at DEPTH − 1 random steps the one that would run falls behind all others.
 */
function byPriority({ seed, depth, steps }: ParsedPolicy, random: () => number): Choose {
  const changes = new Set<number>();
  while (changes.size < Math.min(depth - 1, steps)) changes.add(1 + Math.floor(random() * steps));
  const fallen = new Map<string, number>();
  const priority = ({ chain }: Candidate) => fallen.get(chain) ?? textHash(chain, seed);
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
    fallen.set(candidates[best]!.chain, -step);
    return highest(candidates);
  };
}
