import type { Outcome } from "../core/outcome.ts";
import { ask, done, outcomeOf, type Search } from "../core/search.ts";

/** A version, numbered from the newest, to which patches are carried from another one. */
export interface WalkStop {
  readonly version: number;
  /** Where they are carried from; undefined: the walk began here. */
  readonly from?: WalkStop;
  /** Which of several ways of carrying them. */
  readonly variant: number;
}

/** Where a walk back over versions ended. */
export interface WalkedBack {
  /** The oldest version that is known to fail; with neither of the variants, the oldest there is. */
  readonly failing: WalkStop;
  /** An older one that passes. */
  readonly passing?: WalkStop;
  /** The next older one, which neither fails nor passes; nor do the older ones that were tried. */
  readonly masked?: number;
}

/** Equal for equal stops. */
export function stopName({ version, from, variant }: WalkStop): string {
  return `${version}.${variant}${from ? `<${stopName(from)}` : ""}`;
}

/** What a version shows; if it cannot be judged, also the number of variants: all are tried. */
export type StopAnswer = Outcome | { readonly outcome: Outcome; readonly variants?: number };

/** Maximum number of older versions tried, at growing distances, beyond one that cannot be judged. */
const maxHops = 6;

/**
 * Walks back from a version that fails: in doubling steps, then narrowing to where the outcome changes. Patches are
 * carried from the oldest version that fails. Ends at a version that passes, at the oldest, or where older ones cannot be
 * judged; a few of these are stepped over.
 */
export function walkBack(start: number, oldest: number): Walk {
  return gallop({ oldest, failing: { version: start, variant: 0 }, unjudged: new Map() }, 1);
}

interface Place {
  readonly oldest: number;
  readonly failing: WalkStop;
  /** Versions that could not be judged, with the stop from which patches were carried there. */
  readonly unjudged: ReadonlyMap<number, WalkStop>;
}

type Walk = Search<WalkStop, WalkedBack, StopAnswer>;

function gallop(place: Place, step: number): Walk {
  const { failing, oldest } = place;
  if (failing.version === oldest) return done({ failing });
  const next = Math.min(failing.version + step, oldest);
  return look(place, next, {
    fails: (here) => gallop(here, 2 * step),
    cannot: (here) => narrow(here, next),
  });
}

function narrow(place: Place, masked: number): Walk {
  const middle = Math.floor((place.failing.version + masked) / 2);
  if (middle === place.failing.version) return lookAgain(place, masked);
  return look(place, middle, {
    fails: (here) => narrow(here, masked),
    cannot: (here) => narrow(here, middle),
  });
}

/** Patches may be easier to carry over a shorter distance. */
function lookAgain(place: Place, masked: number): Walk {
  return look(place, masked, {
    fails: (here) => gallop(here, 1),
    cannot: (here) => hop(here, masked, 1),
  });
}

function hop(place: Place, masked: number, hops: number): Walk {
  // A hop beyond the oldest version tries the oldest.
  const next = Math.min(masked + 2 ** hops - 1, place.oldest);
  if (hops > maxHops || next === masked) return done({ failing: place.failing, masked });
  return look(place, next, {
    fails: (here) => gallop(here, 1),
    cannot: (here) => hop(here, masked, hops + 1),
  });
}

interface Continuations {
  readonly fails: (place: Place) => Walk;
  readonly cannot: (place: Place) => Walk;
}

function look(place: Place, version: number, next: Continuations, variant = 0): Walk {
  const { failing, unjudged } = place;
  if (unjudged.get(version) === failing) return next.cannot(place);
  const stop = { version, from: failing, variant };
  return ask<WalkStop, WalkedBack, StopAnswer>(stop, { failing }, (answer) => {
    const outcome = outcomeOf(answer);
    if (outcome === "pass") return done({ failing, passing: stop });
    if (outcome === "fail") return next.fails({ ...place, failing: stop });
    const variants = typeof answer === "object" ? (answer.variants ?? 1) : 1;
    if (variant + 1 < variants) return look(place, version, next, variant + 1);
    return next.cannot({ ...place, unjudged: new Map([...unjudged, [version, failing]]) });
  });
}
