import { auto } from "../search/auto.ts";
import type { Node } from "../syntax/node.ts";
import type { Draft, Replacement } from "./draft.ts";
import { makeChanges, type Pass, textChanges } from "./pass.ts";
import { isName, leavesOf, type Syntax, textOf } from "./syntax.ts";

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Gives names of one letter, each throughout the text. */
export function shortNames(syntax: Syntax): Pass {
  return {
    name: "names",
    about: "gives shorter names, each throughout the text",
    begin: (draft) => {
      const changes = renamings(syntax, draft);
      return changes.length === 0 ? undefined : makeChanges(draft, "names", textChanges(changes), auto);
    },
  };
}

function renamings(syntax: Syntax, draft: Draft): Replacement[][] {
  const places = new Map<string, Node[]>();
  for (const leaf of leavesOf(syntax.tree(draft))) {
    if (!isName(leaf)) continue;
    const name = textOf(leaf, draft.bytes);
    if (/^[A-Za-z_$][\w$]*$/.test(name)) places.set(name, [...(places.get(name) ?? []), leaf]);
  }
  const taken = new Set(Buffer.from(draft.bytes).toString("latin1").match(/\w+/g));
  const free = [...letters].filter((letter) => !taken.has(letter));
  return [...places]
    .filter(([name]) => name.length > 1)
    .slice(0, free.length)
    .map(([, leaves], i) => leaves.map(({ start, end }) => ({ start, end, text: Buffer.from(free[i]!) })));
}
