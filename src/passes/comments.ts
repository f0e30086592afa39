import { roughly } from "../search/auto.ts";
import { makeChanges, type Pass, textChanges } from "./pass.ts";
import { nodesOf, type Syntax } from "./syntax.ts";

/** Leaves out comments, usually all of them at once. */
export function comments(syntax: Syntax): Pass {
  return {
    name: "comments",
    about: "leaves out comments",
    begin: (draft) => {
      const found = [...nodesOf(syntax.tree(draft))].filter(({ kind }) => kind.includes("comment"));
      const outermost = found.filter((node, i) => i === 0 || node.start >= found[i - 1]!.end);
      const changes = outermost.map(({ start, end }) => [{ start, end }]);
      return changes.length === 0 ? undefined : makeChanges(draft, "comments", textChanges(changes), roughly);
    },
  };
}
