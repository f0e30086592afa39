import { auto } from "../search/auto.ts";
import type { Draft, Replacement } from "./draft.ts";
import { makeChanges, type Pass, textChanges } from "./pass.ts";

/** Shortens each run of white space to one character: a line break if it contains one. */
export const shorterSpace: Pass = {
  name: "space",
  about: "shortens white space",
  begin: (draft) => {
    const shorter = whiteSpaceIn(draft).flatMap(({ start, end, text }) =>
      end - start > 1 ? [[{ start, end, text: Buffer.from(text.includes("\n") ? "\n" : text[0]!) }]] : [],
    );
    return shorter.length === 0 ? undefined : makeChanges(draft, "space", textChanges(shorter), auto);
  },
};

/** Removes white space, or leaves a single space between two words. */
export const noSpace: Pass = {
  name: "no-space",
  about: "leaves out white space",
  begin: (draft) => {
    const changes = whiteSpaceIn(draft).flatMap(({ start, end, text, separatesWords }): Replacement[][] => {
      if (!separatesWords) return [[{ start, end }]];
      return text === " " ? [] : [[{ start, end, text: Buffer.from(" ") }]];
    });
    return changes.length === 0 ? undefined : makeChanges(draft, "no-space", textChanges(changes), auto);
  },
};

interface WhiteSpace {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It stands between two words, which would be one without it. */
  readonly separatesWords: boolean;
}

function whiteSpaceIn(draft: Draft): WhiteSpace[] {
  const text = Buffer.from(draft.bytes).toString("latin1");
  return Array.from(text.matchAll(/[ \t\r\n\f]+/g), ({ 0: space, index: start }) => {
    const end = start + space.length;
    const separatesWords = /[\w\x80-\xff]/.test(text[start - 1] ?? "") && /[\w\x80-\xff]/.test(text[end] ?? "");
    return { start, end, text: space, separatesWords };
  });
}
