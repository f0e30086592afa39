import { auto } from "../search/auto.ts";
import { csvColumns } from "../syntax/csv.ts";
import { makeChanges, type Pass } from "./pass.ts";

/** Leaves out columns of a table, each from all rows. */
export const columns: Pass = {
  name: "columns",
  about: "leaves out columns of a table",
  begin: (draft) => {
    const { count, without } = csvColumns(draft.bytes);
    if (count < 2) return undefined;
    const make = (some: Iterable<number>) => without(new Set(some)).map(([start, end]) => ({ start, end }));
    return makeChanges(draft, "columns", { count, make }, auto);
  },
};
