import { UserError } from "../core/user-error.ts";
import { insideOf } from "../run/record/record.ts";
import type { Evidence } from "./evidence.ts";
import type { Roots } from "./roots.ts";
import type { KnownRun, RunName } from "./runs.ts";

/** The address of something that a run left. */
export interface Link extends Omit<Evidence, "path"> {
  readonly uri: string;
}

export const linkTemplates = ["culprit://run/{run}/{name}", "culprit://run/{run}/{name}{?folder}"] as const;

export function link({ name: run, folder }: KnownRun, { name, description, mimeType }: Evidence, roots: Roots): Link {
  const place = roots.nameOf(folder);
  const where = place === "" ? "" : `?folder=${encodeURIComponent(place)}`;
  // A run inside of another has slashes in its name.
  const uri = `culprit://run/${encodeURIComponent(run)}/${encodeURIComponent(name)}${where}`;
  return { uri, name: `${run.replace(insideOf, " ")} ${name}`, description, mimeType };
}

/** Takes an address apart again. */
export function readLink(uri: URL): RunName & { readonly name: string } {
  const [run = "", name = ""] = uri.pathname.split("/").slice(1).map(decoded);
  return { run, name, folder: uri.searchParams.get("folder") ?? undefined };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UserError(`${part} in the address is no text: a % stands before two hexadecimal digits.`);
  }
}
