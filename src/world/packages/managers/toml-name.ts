import { parse } from "smol-toml";

/** The name in the first of these tables that has one, in a text that may be missing or damaged. */
export function nameInToml(text: string | undefined, tables: readonly (readonly string[])[]): string | undefined {
  let data: unknown;
  try {
    data = parse(text ?? "");
  } catch {
    return undefined;
  }
  const at = (path: readonly string[]) =>
    path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);
  return tables
    .map((table) => at([...table, "name"]))
    .find((name): name is string => typeof name === "string" && name !== "");
}
