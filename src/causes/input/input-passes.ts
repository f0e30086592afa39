import { UserError } from "../../core/user-error.ts";
import type { PassesOf } from "../../passes/folder-passes.ts";
import type { Pass } from "../../passes/pass.ts";
import { choosePasses, passesFor } from "../../passes/passes-for.ts";
import { detectLanguage } from "../../syntax/detect.ts";
import type { Folder } from "../../world/files/folder.ts";
import { type InputContent, isFolder } from "./content.ts";
import { decomposePasses } from "./decompose.ts";
import type { InputRequest } from "./request.ts";

/** The passes for a single file that is simplified by its structure; undefined for any other request. */
export async function filePasses(request: InputRequest, failing: InputContent): Promise<Pass[] | undefined> {
  if (isFolder(failing) || request.goal !== "simplify" || request.by !== "auto" || request.search !== "auto")
    return undefined;
  if (request.decompose) return decomposePasses(request);
  const available = await passesFor(failing, request.language ?? detectLanguage(request.failing, failing));
  const chosen = choosePasses(available, request.passes);
  if (chosen.length > 0) return chosen;
  const names = available.map(({ name }) => name).join(", ");
  throw new UserError(`There is nothing to do: --passes leaves none of the passes for this input (${names}).`);
}

/** The passes for each file of a folder, by its language. */
export async function folderPasses({ entries }: Folder, names: InputRequest["passes"]): Promise<PassesOf> {
  const passes = new Map<string, readonly Pass[]>();
  for (const { path, kind, bytes } of entries) {
    if (kind === "file") passes.set(path, choosePasses(await passesFor(bytes, detectLanguage(path, bytes)), names));
  }
  return ({ path }) => passes.get(path) ?? [];
}
