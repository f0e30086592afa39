/** A folder with what is in it; names of folders that contain nothing but one other folder are joined. */
export interface Folder<Item> {
  readonly name: string;
  readonly folders: readonly Folder<Item>[];
  readonly files: readonly { readonly name: string; readonly items: readonly Item[] }[];
}

/** Sorts items into the tree of their files, each folder and file where its first item is. */
export function fileTree<Item>(items: readonly Item[], pathOf: (item: Item) => string): Folder<Item> {
  const root = new FolderInMaking<Item>();
  for (const item of items) {
    const parts = pathOf(item).split("/");
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) folder = folder.folder(part);
    folder.add(name, item);
  }
  return root.made("");
}

class FolderInMaking<Item> {
  readonly #folders = new Map<string, FolderInMaking<Item>>();
  readonly #files = new Map<string, Item[]>();

  folder(name: string): FolderInMaking<Item> {
    const known = this.#folders.get(name) ?? new FolderInMaking<Item>();
    this.#folders.set(name, known);
    return known;
  }

  add(name: string, item: Item): void {
    const known = this.#files.get(name);
    if (known) known.push(item);
    else this.#files.set(name, [item]);
  }

  made(name: string): Folder<Item> {
    const [only, ...others] = this.#folders;
    if (only && others.length === 0 && this.#files.size === 0)
      return only[1].made(name === "" ? only[0] : `${name}/${only[0]}`);
    return {
      name,
      folders: Array.from(this.#folders, ([each, folder]) => folder.made(each)),
      files: Array.from(this.#files, ([each, items]) => ({ name: each, items })),
    };
  }
}
