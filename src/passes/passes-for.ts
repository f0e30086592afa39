import { auto, roughly } from "../search/auto.ts";
import { gradually } from "../search/gradually.ts";
import { windows } from "../search/windows.ts";
import { repeatTree } from "../syntax/repeats.ts";
import { syntaxOf } from "../syntax/syntax-of.ts";
import { isText } from "../world/text/text.ts";
import { byPieces } from "./by-pieces.ts";
import { columns } from "./columns.ts";
import { comments } from "./comments.ts";
import { eachItem } from "./each-item.ts";
import { shortNames } from "./names.ts";
import type { Pass } from "./pass.ts";
import { replacing } from "./replacing.ts";
import { noSpace, shorterSpace } from "./space.ts";
import { structure } from "./structure.ts";
import { Syntax } from "./syntax.ts";

/** Every name of a pass, for people to choose from. */
export const passNames = [
  "lines",
  "columns",
  "comments",
  "structure",
  "replace",
  "names",
  "space",
  "no-space",
  "tokens",
  "windows",
  "characters",
  "bytes",
] as const;

/** The passes that the user chose: only those named, or, if each name has a minus before it, all but those. */
export function choosePasses(passes: readonly Pass[], names: readonly string[] | undefined): Pass[] {
  if (!names) return [...passes];
  const wanted = names.filter((name) => !name.startsWith("-"));
  if (wanted.length === 0) return passes.filter(({ name }) => !names.includes(`-${name}`));
  return wanted.flatMap(
    (name) => anywhere.find((pass) => pass.name === name) ?? passes.filter((pass) => pass.name === name),
  );
}

/** The passes for a text in some language, the coarsest first. */
export async function passesFor(bytes: Uint8Array, name: string): Promise<Pass[]> {
  if (!isText(bytes)) return [...byStructure(new Syntax(repeatTree)), byPieces("bytes", gradually, { fine: true })];
  const { parse, parseRoughly = parse, grammar } = await syntaxOf(name);
  const syntax = new Syntax(parseRoughly, grammar);
  return [...(grammar ? forLanguage(syntax) : forFormat(syntax, name)), ...finest];
}

/** What can be left out of a text by its structure: much of it in few tests, and at last item by item. */
export function byStructure(syntax: Syntax): Pass[] {
  return [structure(syntax), eachItem(syntax)];
}

function forLanguage(syntax: Syntax): Pass[] {
  return [
    linesOfLarge,
    comments(syntax),
    ...byStructure(syntax),
    replacing(syntax),
    shortNames(syntax),
    shorterSpace,
    noSpace,
    byPieces("tokens", auto, { fine: true }),
    tokenWindows,
  ];
}

function forFormat(syntax: Syntax, name: string): Pass[] {
  if (name === "text") return [lines, ...byStructure(syntax), tokens, shorterSpace];
  return [
    linesOfLarge,
    ...(name === "csv" ? [columns] : []),
    ...byStructure(syntax),
    replacing(syntax),
    tokens,
    shorterSpace,
  ];
}

/** For texts that finer passes go through afterwards. */
const lines = byPieces("lines", (all) => gradually(all, roughly), { proves: false });
const tokens = byPieces("tokens", (all) => gradually(all, roughly), { proves: false });
const finest = [byPieces("characters", gradually, { fine: true })];
/** Passes that work on any text, used only if they are named. */
const anywhere = [
  byPieces("lines", gradually),
  byPieces("tokens", gradually, { fine: true }),
  byPieces("bytes", gradually, { fine: true }),
  ...finest,
];

/** Parsing a very large text is slow, so it is first made smaller by lines. */
const linesOfLarge: Pass = { ...lines, begin: (draft) => (draft.size > 2_000_000 ? lines.begin(draft) : undefined) };

/** Neighbouring tokens that can only go together. */
const tokenWindows = byPieces("tokens", (all) => windows(all, [2, 3, 4]), {
  name: "windows",
  about: "leaves out neighbouring tokens together",
  fine: true,
  proves: false,
});
