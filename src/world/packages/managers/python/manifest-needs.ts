import { parse } from "smol-toml";
import type { SideFiles } from "../manager.ts";
import { canonicalName } from "./names.ts";
import { isRuledOut } from "./version-specifier.ts";

/** A package that a candidate has in its old version. */
interface Held {
  readonly name: string;
  readonly old: string | undefined;
}

/** Both sides, and the manifests of the project and its workspace. */
interface Manifests {
  readonly old: Pick<SideFiles, "read">;
  readonly now: Pick<SideFiles, "read">;
  readonly paths: readonly string[];
}

/** What manifests must say of packages that are held back, where what they say on the new side rules out the old version. */
export function pythonManifestNeeds({ old, now, paths }: Manifests, held: readonly Held[]): string[] {
  return paths.flatMap((path) => {
    const [before, after] = [rangesIn(old.read(path)), rangesIn(now.read(path))];
    return held.flatMap(({ name, old: version }) => {
      if (version === undefined || !after.get(name)?.some((range) => isRuledOut(range, version))) return [];
      const enough = before.get(name)?.find((range) => !isRuledOut(range, version));
      return [`${name}${enough ?? `==${version}`} in ${path}`];
    });
  });
}

/** The ranges of what a manifest requires itself, by the names of packages. One that cannot be read tells nothing. */
function rangesIn(text: string | undefined): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const put = (name: string, range: string) => {
    const key = canonicalName(name);
    found.set(key, [...(found.get(key) ?? []), range]);
  };
  for (const [key, value] of listsIn(text)) {
    const [, name = key, range = value] =
      key === "" ? (/^([\w.-]+)\s*(?:\[[^\]]*\])?\s*([^;]*)/.exec(value) ?? []) : [];
    put(name, range.replace(/[()\s]/g, ""));
  }
  return found;
}

/** Requirements as text, or a name and its range as Poetry's tables have them. */
function listsIn(text = ""): [name: string, range: string][] {
  let data: unknown;
  try {
    data = parse(text);
  } catch {
    return [];
  }
  const at = (...path: string[]) =>
    path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data) ?? {};
  const groups = [at("project", "optional-dependencies"), at("dependency-groups"), at("tool", "poetry", "group")];
  const all = groups.flatMap((each) => Object.values(each));
  const tables = [at("tool", "poetry", "dependencies"), at("tool", "poetry", "dev-dependencies")];
  const lists = [at("project", "dependencies"), at("tool", "uv", "dev-dependencies"), ...all];
  const texts = lists.flatMap((each) => (Array.isArray(each) ? each : []));
  const entries = [...tables, ...all.map((each) => (each as { dependencies?: object }).dependencies ?? {})].flatMap(
    Object.entries,
  );
  return [
    ...texts.flatMap((each): [string, string][] => (typeof each === "string" ? [["", each]] : [])),
    ...entries.flatMap(([name, value]): [string, string][] => {
      const range = typeof value === "string" ? value : (value as { version?: unknown } | null)?.version;
      return typeof range === "string" ? [[name, range]] : [];
    }),
  ];
}
