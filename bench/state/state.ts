import { captures } from "./captures.ts";
import { leftovers } from "./leftovers.ts";
import { placeCosts } from "./place-costs.ts";
import { testCosts } from "./test-costs.ts";
import { wholeSearch } from "./whole-search.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const parts: Record<string, (workshop: Workshop) => void | Promise<void>> = {
  tests: testCosts,
  whole: wholeSearch,
  places: placeCosts,
  captures,
  leftovers,
};

/** All parts, or those named; the name of a language chooses it. */
export async function state(options: readonly string[]): Promise<void> {
  const named = options.filter((word) => word in parts);
  const workshop = openWorkshop(options.filter((word) => !(word in parts)));
  try {
    for (const [name, run] of Object.entries(parts))
      if (named.length === 0 || named.includes(name)) await run(workshop);
  } finally {
    workshop.close();
  }
}
