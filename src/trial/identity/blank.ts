import type { CandidateFiles } from "./candidate.ts";

/** Stands for a name, number, address or path that may change while the input shrinks. */
export const mark = "·";

/** Blanks everything in a message that depends on the input rather than on the bug. Ordinary words stay. */
export function blank(message: string, candidate: CandidateFiles): string {
  let text = message.slice(0, maxMessageLength);
  for (const pattern of changing) text = text.replace(pattern, blanked);
  text = text.replace(path, (found) => (/\w/.test(found) ? mark : found));
  text = text.replace(/[\w.+@-]+/g, (word) => (candidate.names.has(word) ? mark : word));
  text = text.replace(number, mark);
  text = text.replace(enumeration, mark).replace(/\s+/g, " ").trim();
  // That it was cut has to be seen: what is left of a secret there must not be shown.
  return text.length > maxResultLength ? `${text.slice(0, maxResultLength)}…` : text;
}

/** A message in two forms: as it was printed, for people, and blanked. `withoutNames` blanks what only one kind of failure has. */
export function messageForms(
  printed: string,
  candidate: CandidateFiles,
  withoutNames = (message: string) => message,
): { readonly printed: string; readonly message: string } {
  return { printed: printed.trim(), message: blank(withoutNames(printed), candidate) };
}

/** Quoted punctuation is not a name: an unexpected `;` is a different error from an unexpected `}`. */
function blanked(found: string): string {
  return /[\p{L}\p{N}_]/u.test(found) ? mark : found;
}

const maxMessageLength = 4000;
const maxResultLength = 300;

/**
 * An apostrophe within a word opens and closes nothing: `can't`, `the file's`. Old GNU programs quote with `x', and
 * Python puts letters before a quote, b'x'.
 */
const quoted =
  /"(?:[^"\\]|\\.)*"|(?<!\w)(?:[bru]{1,2})?'(?:[^'\\]|\\.|'(?=\w))*'(?!\w)|`(?:[^`']|'(?=\w))*['`]|‘[^’]*’|“[^”]*”|«[^»]*»/g;

/** In this order: a quoted text may be anything, and a path may contain a number. */
const changing: readonly RegExp[] = [
  quoted,
  /\b[A-Za-z]:\\[^\s:"']+(?::\d+){0,2}/g, // C:\dir\file.c:3:7
  /(?<![\w.+/-])[\w.+-]+\.[A-Za-z]\w{0,5}(?::\d+){1,2}/g, // file.c:3:7
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, // a UUID
  /\b0x[0-9a-f]+\b/gi,
  /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\b/g, // a hash
  /\btmp[a-z0-9_]{8}\b|\btmp\.\w{6,10}\b|\bcc\w{6}\.\w{1,3}\b/g, // names that Python, mktemp and gcc make up
];

/** Everything around a slash; the caller does not blank a slash on its own. */
const path = /(?<![\w.@~+$%/-])[\w.@~+$%-]*\/[\w.@~+$%,=/-]*(?::\d+){0,2}/g;

/** Not within a word: `int32`, `E0308` and `v1.2` are names. */
const number = /(?<!\w)(?<!\w\.)[-+]?\d+(?:[._,]\d+)*(?:e[-+]?\d+)?/gi;

/** However many things are listed, it is the same message. */
const enumeration = new RegExp(`${mark}(?:(?:,? (?:and|or) |, |,| )${mark})+`, "g");
