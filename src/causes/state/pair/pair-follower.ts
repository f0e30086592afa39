import type { PairFollower } from "../../../application/pair-follower.ts";
import { pairParagraphs, pairSections } from "./pair-report.ts";

/** `culprit state` as a part of another run. The search is loaded when it is used: most reports do without. */
export const pairFollower: PairFollower = {
  follow: async (run, pair) => (await import("./follow-pair.ts")).followPair(run, pair),
  paragraphs: pairParagraphs,
  sections: pairSections,
};
