import { type Answer, ask, done, outcomeOf, type Search } from "../core/search.ts";

/** Where walking back over versions came to. Versions are numbered from the newest on. */
export interface WalkedBack {
  /** The oldest version that is known to fail; with neither of the others, the oldest there is. */
  readonly failing: number;
  /** An older one that passes. */
  readonly passing?: number;
  /** The next older one, which neither fails nor passes, nor do those behind it that were tried. */
  readonly masked?: number;
}

/** So many versions behind one that cannot be judged are tried, ever farther, before it is taken for more than a stretch. */
const mostHops = 6;

/**
 * Walks back from a version that fails: in doubling steps, then narrowing to where the outcome changes. Ends at a version
 * that passes, at the oldest, or where older ones cannot be judged; stretches of these are stepped over.
 */
export function walkBack(start: number, oldest: number): Search<number, WalkedBack, Answer> {
  return gallop({ failing: start, oldest, unjudged: new Set() }, 1);
}

interface Place {
  readonly failing: number;
  readonly oldest: number;
  readonly unjudged: ReadonlySet<number>;
}

type Walk = Search<number, WalkedBack, Answer>;

function gallop(place: Place, step: number): Walk {
  const { failing, oldest } = place;
  if (failing === oldest) return done({ failing });
  const next = Math.min(failing + step, oldest);
  return look(place, next, {
    fails: (here) => gallop(here, 2 * step),
    cannot: (here) => narrow(here, next),
  });
}

function narrow(place: Place, masked: number): Walk {
  const middle = Math.floor((place.failing + masked) / 2);
  if (middle === place.failing) return hop(place, masked, 1);
  return look(place, middle, {
    fails: (here) => narrow(here, masked),
    cannot: (here) => narrow(here, middle),
  });
}

function hop(place: Place, masked: number, hops: number): Walk {
  const next = masked + 2 ** hops - 1;
  if (hops > mostHops || next > place.oldest) return done({ failing: place.failing, masked });
  return look(place, next, {
    fails: (here) => gallop(here, 1),
    cannot: (here) => hop(here, masked, hops + 1),
  });
}

interface Ways {
  readonly fails: (place: Place) => Walk;
  readonly cannot: (place: Place) => Walk;
}

function look(place: Place, version: number, { fails, cannot }: Ways): Walk {
  const { failing, unjudged } = place;
  if (unjudged.has(version)) return cannot(place);
  return ask<number, WalkedBack, Answer>(version, { failing }, (answer) => {
    const outcome = outcomeOf(answer);
    if (outcome === "pass") return done({ failing, passing: version });
    if (outcome === "fail") return fails({ ...place, failing: version });
    return cannot({ ...place, unjudged: new Set([...unjudged, version]) });
  });
}
