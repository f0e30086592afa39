import type { Variable } from "../delve/api.ts";

export interface ChannelContent {
  /** How many values wait in the channel. */
  readonly count: number;
  /** Those of them that are loaded, the first to be received first. */
  readonly values: readonly Variable[];
  readonly closed: number;
}

/** Values wait in a ring buffer. */
export function channelContent({ children }: Variable): ChannelContent {
  const field = (name: string) => children?.find((each) => each.name === name);
  const number = (name: string) => Number(field(name)?.value ?? 0);
  const [count, first, size] = [number("qcount"), number("recvx"), number("dataqsiz")];
  const slots = field("buf")?.children?.[0]?.children ?? [];
  const values: Variable[] = [];
  for (let i = 0; i < count; i++) {
    const slot = slots[(first + i) % size];
    if (!slot) break;
    values.push(slot);
  }
  return { count, values, closed: number("closed") };
}
