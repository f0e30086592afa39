/** Finds which package has a file at a path, each in a folder of its own. One may be inside the folder of another. */
export function ownerOf<Package>(packages: readonly Package[], folderOf: (each: Package) => string) {
  const byFolder = packages.map((each) => ({ each, folder: folderOf(each) }));
  const longestFirst = byFolder.sort((a, b) => b.folder.length - a.folder.length);
  return (path: string): Package | undefined => longestFirst.find(({ folder }) => path.startsWith(folder))?.each;
}
