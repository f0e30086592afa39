import type { EngineAddress } from "../engine-address.ts";

/** What a worker has to have, by name and then by value: the protocol asks for that order, and Buildbarn refuses any other. */
export function platformOf({ platform }: Pick<EngineAddress, "platform">): { name: string; value: string }[] {
  const properties = platform.map(([name, value]) => ({ name, value }));
  return properties.sort((a, b) => byBytes(a.name, b.name) || byBytes(a.value, b.value));
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
