import { mark, messageForms } from "../blank.ts";
import { innermost } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";
import { firstPanic, standardLibrary } from "./rust-trace.ts";

/** A crash of the Rust compiler: a bug that it reports itself, or a panic. */
export const rustc: Recogniser = (lines, candidate) => {
  const bug = lines.map((line) => headline.exec(line)?.[1]).find((text) => text !== undefined && text !== hollow);
  const panic = firstPanic(lines);
  const crashed =
    panic?.thread === "rustc" || lines.some((line) => line.includes("the compiler unexpectedly panicked"));
  if (bug === undefined && !crashed) return undefined;
  const frames = innermost(panic?.trace ?? [], candidate, { never: plumbing });
  return {
    kind: "internal compiler error",
    ...messageForms(bug ?? panic?.message ?? "", candidate, withoutDefinitions),
    frames: frames.length > 0 ? frames : queries(lines),
  };
};

const headline = /^error: (?:internal compiler error(?:\[\w+\])?: |rustc (?=interrupted by SIG))(.+)$/;

/** What older compilers print for any panic; the panic's own message is more specific. */
const hollow = "unexpected panic";

/** Also what reports bugs, and what runs and remembers queries. */
const plumbing = new RegExp(
  `${standardLibrary.source}|rustc_errors::|rustc_query_(?:impl|system)::|track_diagnostic|rustc_middle::util::bug::|rustc_middle::ty::context::tls::|rustc_driver|rustc_interface::interface`,
);

/** `DefId(0:3 ~ crate[1f2e]::module::name)` names something in the program. */
function withoutDefinitions(message: string): string {
  return message.replace(/\bDefId\([^()]*\)/g, `DefId(${mark})`);
}

/** Without a backtrace, the queries that the compiler was working on, innermost first: `#0 [typeck] …`. */
function queries(lines: readonly string[]): readonly string[] {
  const start = lines.indexOf("query stack during panic:");
  if (start < 0) return [];
  const names = lines.slice(start + 1, start + 20).map((line) => /^#\d+ \[(\w+)\]/.exec(line)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].slice(0, 3).map((name) => `(query ${name})`);
}
