import type { KindName } from "./request.ts";

/** A place in a source. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly function?: string;
  /** What is about to be done there, as in `reads counter` or `locks mutex queue_lock`. */
  readonly does?: string;
  /** The place for people, where nothing more is known. */
  readonly text: string;
}

/** How programs of one kind are put under control. */
export interface Kind {
  readonly name: KindName;
  /** Lanes run side by side, and switches matter; otherwise lanes are events, and their order does. */
  readonly threads: boolean;
  /** What to try where no schedule comes out otherwise, as a further sentence; empty: nothing. */
  readonly advice: string;
  /** What a program needs in its environment to follow a plan and to log what it did. */
  readonly environment: (plan: string, log: string) => Readonly<Record<string, string | undefined>>;
  /** What places in logs mean, in the same order. */
  readonly places: (wheres: readonly string[]) => Promise<readonly Place[]>;
}

/** `scene.c:84 (reads scenesLoaded)` */
export function placeText({ text, does }: Place): string {
  return does === undefined ? text : `${text} (${does})`;
}
