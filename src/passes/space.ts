import { auto } from "../search/auto.ts";
import type { Draft, Replacement } from "./draft.ts";
import { changesOf, making, type Pass } from "./pass.ts";

/** Shortens each stretch of white space to one character, the end of a line if there is one in it. */
export const shorterSpace: Pass = {
  name: "space",
  about: "shortens white space",
  begin: (draft) => {
    const shorter = stretches(draft).flatMap(({ start, end, text }) =>
      end - start > 1 ? [[{ start, end, text: Buffer.from(text.includes("\n") ? "\n" : text[0]!) }]] : [],
    );
    return shorter.length === 0 ? undefined : making(draft, "space", changesOf(shorter), auto);
  },
};

/** Turns ends of lines into nothing, or into a space between two words, and leaves out spaces that part no words. */
export const noSpace: Pass = {
  name: "no-space",
  about: "leaves out white space",
  begin: (draft) => {
    const changes = stretches(draft).flatMap(({ start, end, text, parting }): Replacement[][] => {
      if (!parting) return [[{ start, end }]];
      return text === " " ? [] : [[{ start, end, text: Buffer.from(" ") }]];
    });
    return changes.length === 0 ? undefined : making(draft, "no-space", changesOf(changes), auto);
  },
};

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It stands between two words, which would be one without it. */
  readonly parting: boolean;
}

function stretches(draft: Draft): Stretch[] {
  const text = Buffer.from(draft.bytes).toString("latin1");
  return Array.from(text.matchAll(/[ \t\r\n\f]+/g), ({ 0: space, index: start }) => {
    const end = start + space.length;
    const parting = /[\w\x80-\xff]/.test(text[start - 1] ?? "") && /[\w\x80-\xff]/.test(text[end] ?? "");
    return { start, end, text: space, parting };
  });
}
