import { dirname, resolve } from "node:path";
import { captureFrames } from "../../shared/stack-frames.ts";
import { pathOf } from "./frames.ts";

export const isOwn = (frame: NodeJS.CallSite) => ownerOf(frame) === "user";
export const isFromPackage = (frame: NodeJS.CallSite) => ownerOf(frame) === "package";

/** The name of the package that a frame's file belongs to. */
export function packageOf(frame: NodeJS.CallSite): string {
  const path = pathOf(frame.getFileName() ?? "");
  const [, name = ""] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return name;
}

/** `internal`: Node, or culprit. */
type Owner = "user" | "package" | "internal";
const owners = new Map<string, Owner>();

function ownerOf(frame: NodeJS.CallSite): Owner {
  const name = frame.getFileName() ?? "node:";
  const known = owners.get(name);
  if (known !== undefined) return known;
  const owner = ownerOfFile(pathOf(name));
  owners.set(name, owner);
  return owner;
}

/** Read from the stack, since a module can find out its path this way both as CommonJS and as an ES module. */
const here = dirname(pathOf(captureFrames(captureFrames, 1)[0]?.getFileName() ?? ""));
/** The runtimes, and the library that runs a test's body. */
const ourFolders = ["../..", "../../../src"].map((path) => `${resolve(here, path)}/`);
/** Packages whose code counts as the user's own. */
const ownPackages = (process.env.CULPRIT_PACKAGES ?? "").split(",").filter((name) => name !== "");

function ownerOfFile(path: string): Owner {
  if (!path.startsWith("/") || ourFolders.some((folder) => path.startsWith(folder))) return "internal";
  const isIn = (name: string) => path.includes(`/node_modules/${name}/`);
  return path.includes("/node_modules/") && !ownPackages.some(isIn) ? "package" : "user";
}
