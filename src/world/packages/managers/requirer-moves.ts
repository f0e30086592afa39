/** Installed packages by their keys, and the keys of what the project itself requires. */
interface Graph {
  readonly nodes: ReadonlyMap<
    string,
    { readonly name: string; readonly version: string; readonly requires: readonly string[] }
  >;
  readonly direct: ReadonlyMap<string, unknown>;
}

/** What a package finds of another one that is there in several versions. */
export interface RequirerMove {
  /** Its name; undefined: the project itself. */
  readonly by: string | undefined;
  /** A version, or several with commas between. */
  readonly old: string;
  readonly new: string;
}

/** For a name, who finds it in another version than before. */
export function requirerMoves(old: Graph, now: Graph): (name: string) => readonly RequirerMove[] {
  const [before, after] = [foundVersions(old), foundVersions(now)];
  return (name) =>
    Array.from(after.get(name) ?? [], ([by, versions]) => ({
      by,
      old: [...(before.get(name)?.get(by) ?? [])].sort().join(", "),
      new: [...versions].sort().join(", "),
    })).filter((move) => move.old !== "" && move.old !== move.new);
}

type Found = Map<string, Map<string | undefined, Set<string>>>;

/** By a package's name, and by the name of what requires it. */
function foundVersions({ nodes, direct }: Graph): Found {
  const found: Found = new Map();
  const add = (by: string | undefined, key: string) => {
    const node = nodes.get(key);
    if (!node) return;
    const byRequirer = found.get(node.name) ?? new Map<string | undefined, Set<string>>();
    found.set(node.name, byRequirer.set(by, (byRequirer.get(by) ?? new Set()).add(node.version)));
  };
  for (const key of direct.keys()) add(undefined, key);
  for (const { name, requires } of nodes.values()) for (const key of requires) add(name, key);
  return found;
}
