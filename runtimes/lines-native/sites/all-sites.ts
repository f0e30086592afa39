import type { OwnCode, OwnFunction } from "../program/own-code.ts";
import type { SourceFile } from "../source/source-file.ts";
import { assignmentSites } from "./assignment-sites.ts";
import { conditionSites } from "./condition-sites.ts";
import { indexSites } from "./index-sites.ts";
import type { FunctionContext, MachineChange, MachineSite, SiteDraft } from "./machine-site.ts";
import { numberSites } from "./number-sites.ts";
import { operatorSites } from "./operator-sites.ts";
import { skipSites } from "./skip-sites.ts";
import { variableSites } from "./variable-sites.ts";

/** All sites of a program, in the order of its files and lines. */
export function findSites(code: OwnCode, sources: ReadonlyMap<string, SourceFile>): MachineSite[] {
  const contextOf = contexts(sources);
  const merged = new Map<string, MachineSite>();
  for (const each of code.functions) {
    for (const site of sitesOf(contextOf(each), functionName(each.name))) {
      const known = merged.get(site.id);
      const both = known ? mergeSites(known, site) : site;
      if (both.changes.length > 0) merged.set(site.id, both);
      else merged.delete(site.id);
    }
  }
  return [...merged.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

function contexts(files: ReadonlyMap<string, SourceFile>): (each: OwnFunction) => FunctionContext {
  const macros = new Map([...files.values()].flatMap((file) => [...file.macros]));
  const sourceOf = (file: string): SourceFile => files.get(file)!;
  return (each) => ({ function: each, instructions: each.instructions, sourceOf, macros });
}

function sitesOf(context: FunctionContext, name: string): MachineSite[] {
  const drafts = [
    conditionSites,
    operatorSites,
    assignmentSites,
    numberSites,
    indexSites,
    variableSites,
    skipSites,
  ].flatMap((find) => find(context));
  const seen = new Map<string, number>();
  return drafts
    .filter(({ changes }) => changes.length > 0)
    .map((draft) => {
      const place = `${draft.file}:${draft.line}:${draft.column}:${draft.what}`;
      const count = (seen.get(place) ?? 0) + 1;
      seen.set(place, count);
      return named(draft, { id: count === 1 ? place : `${place}#${count}`, function: name });
    });
}

function named({ file, line, text, reports, changes }: SiteDraft, name: { id: string; function: string }): MachineSite {
  return { ...name, file, line, text, ...(reports ? { reports } : {}), changes };
}

/** The same source in another function: a template with other types. Only what can be changed in both is kept. */
function mergeSites(site: MachineSite, other: MachineSite): MachineSite {
  const changes = site.changes.flatMap((change): MachineChange[] => {
    const same = other.changes.find(({ id, text }) => id === change.id && text === change.text);
    return same ? [{ ...change, pieces: [...change.pieces, ...same.pieces] }] : [];
  });
  return { ...site, changes };
}

/** `sort` for `sort<int>(int*, int)`. */
function functionName(printed: string): string {
  const end = printed.lastIndexOf(")");
  let depth = 0;
  for (let at = end; at > 0; at--) {
    depth += printed[at] === ")" ? 1 : printed[at] === "(" ? -1 : 0;
    if (depth === 0) return printed.slice(0, at);
  }
  return printed;
}
