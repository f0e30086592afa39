import type { Overlay } from "../../trial/isolation/overlays.ts";
import type { Provided, Tree } from "../../world/tree/incremental-checkout.ts";

/** How a tree gets what no version contains, and where the test sees it. */
export interface TreePlace {
  readonly provided: Provided;
  /** How the test sees the tree that is in a folder; undefined: the folder has been changed since it became a tree. */
  readonly view: (folder: string, tree: Tree | undefined) => TreeView;
}

export interface TreeView {
  /** The path of the tree, as the test sees it. */
  readonly root: string;
  readonly overlays: readonly Overlay[];
}

/** How one kind of tree differs from the others of a run. */
export interface PlaceOptions {
  /** Folders that have packages of the tree's own, instead of those in the user's folder. */
  readonly replaced: readonly string[];
  /** What the tree is made without, although it is in the user's folder. */
  readonly without: readonly string[];
}
