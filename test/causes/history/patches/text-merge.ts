import type { MergeTrees } from "../../../../src/causes/history/patches/patch-series.ts";
import { mergeTexts } from "../../../../src/world/merge/merge-texts.ts";

/** Merges trees of one file; a tree is named by the text of that file. */
export const mergeFile: MergeTrees = ({ base, ours, theirs }, favour) => {
  const texts = { base: Buffer.from(base), ours: Buffer.from(ours), theirs: Buffer.from(theirs) };
  const { text, lost, conflict } = mergeTexts(texts);
  const tree = Buffer.from(text(favour, lost)).toString();
  return { tree, conflicts: conflict || lost.length > 0 ? ["file"] : [] };
};
