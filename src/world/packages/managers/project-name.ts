import type { SideFiles } from "./manager.ts";

/** What a project is called in its manifest, whatever its manager; undefined: it has no name. */
export function projectName({ read }: Pick<SideFiles, "read">): string | undefined {
  const [packageJson = "", goMod = "", ...tables] = ["package.json", "go.mod", "pyproject.toml", "Cargo.toml"].map(
    (path) => read(path) ?? "",
  );
  const inTables = tables.map(
    (text) => /^\[(?:project|tool\.poetry|package)\][^[]*?^name\s*=\s*["']([^"']+)/m.exec(text)?.[1],
  );
  const inGo = /^module\s+"?([^\s"]+)/m.exec(goMod)?.[1];
  return nameInJson(packageJson) ?? inTables.find((name) => name !== undefined) ?? inGo;
}

function nameInJson(text: string): string | undefined {
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}
