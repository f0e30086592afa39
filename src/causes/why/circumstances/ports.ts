import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DeltaSet } from "../../../core/delta-set.ts";
import { listText } from "../../../core/list-text.ts";
import { searchFew } from "../../../run/stage/search-few.ts";
import { ownNetworkWords } from "../../../trial/isolation/own-network.ts";
import type { Context } from "../context.ts";
import type { Isolated } from "../experiment.ts";
import { worldOf } from "../worlds/tested-command.ts";

const occupy = fileURLToPath(new URL("./occupy-ports.pl", import.meta.url));

/** In the test's own network, some of the ports are occupied that are in use here: with which of them does it no longer pass? */
export async function findPort({ run, tested }: Context): Promise<Isolated> {
  const ports = portsInUse();
  const chosenIn = (set: DeltaSet) => ports.filter((_, i) => set.has(i));
  const world = (set: DeltaSet) => {
    const chosen = chosenIn(set).join();
    const start = () => ({ words: [...ownNetworkWords(), "perl", occupy, chosen, "--"] });
    return worldOf(tested, { id: `ports ${chosen}`, nth: 1 }, { start });
  };
  const question = { name: "ports", total: ports.length, world, outcome: "fail", isKnown: false } as const;
  const labels = () => ports.map((port) => `port ${port}`);
  const { few, isConfirmed } = await searchFew(run, { ...question, labels, anyFailure: true, confirms: true });
  const common = { by: "ports", total: ports.length, isProved: isConfirmed };
  if (!few) {
    const sentence =
      "It passes in a network of its own: it fails because of other machines or programs that it can reach here";
    return { ...common, kind: "network", sentence, items: [] };
  }
  const owners = chosenIn(few).map((port) => `port ${port} is in use${ownerOf(port)}`);
  const items = chosenIn(few).map((port) => `port ${port}`);
  return { ...common, kind: "port", sentence: `It does not pass while ${listText(owners)}`, items };
}

interface Listening {
  readonly port: number;
  readonly inode: string;
}

function listening(): Listening[] {
  return ["tcp", "tcp6"].flatMap((table) => {
    try {
      const lines = readFileSync(`/proc/net/${table}`, "utf8").split("\n").slice(1);
      return lines.flatMap((line) => {
        const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
        return state === "0A" ? [{ port: Number.parseInt(local.split(":")[1]!, 16), inode }] : [];
      });
    } catch {
      return [];
    }
  });
}

function portsInUse(): number[] {
  return [...new Set(listening().map(({ port }) => port))].sort((a, b) => a - b);
}

/** ` by node (process 123)`; empty: it is not known. */
function ownerOf(port: number): string {
  const sockets = new Set(
    listening()
      .filter((each) => each.port === port)
      .map(({ inode }) => `socket:[${inode}]`),
  );
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const holds = readdirSync(`/proc/${process}/fd`).some((fd) => sockets.has(linkOf(`/proc/${process}/fd/${fd}`)));
      if (holds) return ` by ${readFileSync(`/proc/${process}/comm`, "utf8").trim()} (process ${process})`;
    } catch {
      // It has ended, or is somebody else's.
    }
  return "";
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
