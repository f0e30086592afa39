import { UserError } from "../../../../core/user-error.ts";
import type { SideFiles } from "../manager.ts";

/** What a go.mod says of other modules. */
export interface GoMod {
  readonly text: string;
  readonly requires: ReadonlyMap<string, Required>;
  readonly replaces: readonly Replaced[];
  /** Whether it lists all modules of a build: since Go 1.17. */
  readonly listsAll: boolean;
}

interface Required {
  readonly version: string;
  readonly indirect: boolean;
}

interface Replaced {
  readonly module: string;
  /** Undefined: in all versions. */
  readonly version: string | undefined;
  /** A path and a version, or a folder. */
  readonly target: string;
}

/** A statement of a go.mod: one line, whether or not it is in parentheses. */
interface Statement {
  readonly verb: string;
  readonly words: readonly string[];
  readonly comment: string;
  readonly line: number;
}

export function readGoMod({ name, lockfile, read }: SideFiles): GoMod {
  const text = (read(lockfile) ?? "").replaceAll("\r\n", "\n");
  const requires = new Map<string, Required>();
  const replaces: Replaced[] = [];
  let goVersion = "1.16";
  for (const { verb, words, comment, line } of statementsIn(text)) {
    const [first, second] = words;
    if (first === undefined) continue;
    const damaged = () =>
      new UserError(`${lockfile} of ${name} cannot be read: line ${line + 1} is no ${verb} statement.`);
    if (verb === "go") goVersion = first;
    if (verb === "require") {
      if (second === undefined) throw damaged();
      requires.set(first, { version: second, indirect: /^\/\/\s*indirect\b/.test(comment) });
    }
    if (verb === "replace") {
      const arrow = words.indexOf("=>");
      if (arrow === -1 || words[arrow + 1] === undefined) throw damaged();
      replaces.push({
        module: first,
        version: arrow > 1 ? second : undefined,
        target: words.slice(arrow + 1).join(" "),
      });
    }
  }
  const [major = 1, minor = 0] = goVersion.split(".").map(Number);
  return { text, requires, replaces, listsAll: major > 1 || minor >= 17 };
}

/** The path of the module, if it has one. */
export function nameInGoMod({ read }: Pick<SideFiles, "read">): string | undefined {
  return /^module\s+"?([^\s"]+)/m.exec(read("go.mod") ?? "")?.[1];
}

/** What a side builds of a module that it requires: path and version, or the folder that stands for it; undefined: it requires none. */
export function builtOf({ requires, replaces }: GoMod, module: string): string | undefined {
  const required = requires.get(module);
  if (!required) return undefined;
  const fitting = replaces.filter((each) => each.module === module);
  const replaced =
    fitting.find(({ version }) => version === required.version) ?? fitting.find(({ version }) => version === undefined);
  return replaced?.target ?? `${module} ${required.version}`;
}

/** A go.mod in which some modules are replaced, whatever was said of them before. */
export function withReplaced({ text }: GoMod, replaced: ReadonlyMap<string, string>): string {
  if (replaced.size === 0) return text;
  const gone = new Set<number>();
  for (const { verb, words, line } of statementsIn(text))
    if (verb === "replace" && replaced.has(words[0]!)) gone.add(line);
  const lines = text.split("\n").filter((_, i) => !gone.has(i));
  const block = Array.from(replaced, ([module, target]) => `\t${module} => ${target}\n`).join("");
  return `${lines.join("\n").trimEnd()}\n\nreplace (\n${block})\n`;
}

function* statementsIn(text: string): Generator<Statement> {
  let block: string | undefined;
  for (const [line, whole] of text.split("\n").entries()) {
    const [, code = "", comment = ""] = /^((?:"[^"]*"|(?!\/\/).)*)(\/\/.*)?$/.exec(whole) ?? [];
    const words = (code.match(/"[^"]*"|`[^`]*`|[()]|[^\s()"`]+/g) ?? []).map((word) =>
      word.replace(/^["`](.*)["`]$/, "$1"),
    );
    if (words[0] === ")") block = undefined;
    else if (block !== undefined) yield { verb: block, words, comment, line };
    else if (words[1] === "(") block = words[0]!;
    else if (words[0] !== undefined) yield { verb: words[0], words: words.slice(1), comment, line };
  }
}
