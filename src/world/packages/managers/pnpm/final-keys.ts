import { otherSide } from "../pair-sides.ts";
import type { SideName } from "../parts.ts";
import { type Choice, type ChosenSnapshot, peerVersion } from "./choice.ts";
import { baseOf, nameOf } from "./lockfile.ts";

/**
 * The keys of a candidate's packages, which name the peers that they find in it. For pnpm such a name is only a name: where two
 * packages would come to have the same one and are not the same, they keep theirs.
 */
export function finalKeys(choice: Choice, chosen: ReadonlyMap<string, ChosenSnapshot>): Map<string, string> {
  const wanted = new Map(Array.from(chosen.values(), (each) => [each.key, keyWithPeers(choice, each)]));
  const final = new Map<string, string>();
  const taken = new Map<string, string>();
  const take = (key: string, name: string) => {
    final.set(key, name);
    if (!taken.has(name)) taken.set(name, key);
  };
  for (const [key, name] of wanted) if (key === name) take(key, name);
  for (const [key, name] of wanted) {
    if (key === name) continue;
    const holder = taken.get(name);
    const isFree = holder === undefined || requiresSame(chosen.get(holder)!, chosen.get(key)!, wanted);
    take(key, isFree ? name : key);
  }
  return final;
}

function requiresSame(a: ChosenSnapshot, b: ChosenSnapshot, names: ReadonlyMap<string, string>): boolean {
  const text = ({ requires }: ChosenSnapshot) =>
    Array.from(requires, ([alias, key]) => `${alias} ${names.get(key)}`)
      .sort()
      .join("\n");
  return text(a) === text(b);
}

function keyWithPeers({ paired, sideFor }: Choice, { side, key, requires }: ChosenSnapshot): string {
  const otherKey = paired.counterpart(side, key);
  const other = otherKey === undefined ? [] : peersOf(otherKey);
  const peers = peersOf(key).map((peer) => {
    const name = nameOf(peer);
    const own = requires.get(name);
    if (own !== undefined) return own;
    // Otherwise it is a peer of something further down.
    const otherPeer = other.find((each) => nameOf(each) === name);
    const versions = { [side]: peerVersion(peer), [otherSide(side)]: otherPeer && peerVersion(otherPeer) };
    const wanted = sideFor({ name, ...(versions as Record<SideName, string | undefined>) });
    return (wanted === otherSide(side) ? otherPeer : undefined) ?? peer;
  });
  return `${baseOf(key)}${peers.map((peer) => `(${peer})`).join("")}`;
}

/** `b@2.0.0(c@3.0.0)` and `d@4.0.0` of `a@1.0.0(b@2.0.0(c@3.0.0))(d@4.0.0)`. */
function peersOf(key: string): string[] {
  const peers: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = baseOf(key).length; i < key.length; i++) {
    if (key[i] === "(" && ++depth === 1) start = i + 1;
    if (key[i] === ")" && --depth === 0) peers.push(key.slice(start, i));
  }
  return peers;
}
