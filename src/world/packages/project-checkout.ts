import { join } from "node:path";
import { type Provided, WarmTree } from "../tree/incremental-checkout.ts";
import { WarmPackages } from "./incremental-install.ts";

/** A tree, and the packages installed in it: both become others, the tree first. */
export interface WarmProject {
  readonly tree: WarmTree;
  readonly packages: WarmPackages;
}

/** `inside`: where in the tree packages are installed. `provided` is in the tree besides them. */
export function warmProject(folder: string, inside: string, provided?: Provided): WarmProject {
  const modules = join(inside, "node_modules");
  const tree = new WarmTree(join(folder, "tree"), {
    fill: (into) => provided?.fill(into),
    paths: [modules, ...(provided?.paths ?? [])],
  });
  return { tree, packages: new WarmPackages({ tree: tree.folder, inside, shelf: join(folder, "shelf") }) };
}
