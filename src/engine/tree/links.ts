import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** What is known of a tree of the user's when its links are read. */
export interface SentFolders {
  /** Where the tree is seen. */
  readonly at: string;
  /** All folders and files that are sent; on a worker, they lie to each other as they do here. */
  readonly sent: readonly string[];
}

/** A link that leads to something which is not sent. */
export interface LinkOutside {
  readonly path: string;
  readonly target: string;
}

/** What every worker has of its own. */
const system = /^\/(?:usr|bin|sbin|lib|lib32|lib64|etc|dev|proc|sys)(?:\/|$)/;

/** A target as it is on a worker: an absolute path to something that is sent becomes a relative one. */
export function targetThere(path: string, target: string, { sent }: SentFolders): string {
  if (!isAbsolute(target)) return target;
  const found = [target, realPlace(target)].find((each) => isSent(each, sent));
  return found === undefined ? target : relative(dirname(path), found) || ".";
}

/** Whether something is at the end of a link here that will not be there on a worker. */
export function leadsOutside(path: string, target: string, { sent }: SentFolders): boolean {
  const end = resolve(dirname(path), target);
  if (system.test(end) || isSent(end, sent) || isSent(realPlace(end), sent)) return false;
  return existsSync(end);
}

/** Tells the user of links that lead to nothing on a worker. */
export function outsideNote(links: readonly LinkOutside[]): string | undefined {
  const [first] = links;
  if (!first) return undefined;
  const more = links.length > 1 ? `, as do ${links.length - 1} more links` : "";
  return `${first.path} leads to ${first.target}, which is not sent to the engine${more}. If tests need it: --upload ${first.target}`;
}

function isSent(path: string, sent: readonly string[]): boolean {
  return sent.some((each) => path === each || path.startsWith(each + sep));
}

/** The same path by other names of its folders. */
function realPlace(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
