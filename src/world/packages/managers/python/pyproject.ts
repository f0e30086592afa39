import { parse } from "smol-toml";
import { reasonOf } from "../../../../core/reason.ts";
import { UserError } from "../../../../core/user-error.ts";
import type { SideFiles } from "../manager.ts";
import { nameInToml } from "../toml-name.ts";
import { canonicalName } from "./names.ts";

/** What a project of Poetry requires itself. */
export interface PoetryProject {
  readonly required: ReadonlySet<string>;
  /** Groups that are installed only if one asks for them. */
  readonly optionalGroups: ReadonlySet<string>;
  /** Whether the project is a package, which Poetry puts on the path. */
  readonly isPackage: boolean;
}

interface Table {
  readonly [name: string]: unknown;
}

export function readPoetryProject(side: SideFiles): PoetryProject {
  const data = parsed(side);
  const [project, poetry] = [tableIn(data, "project"), tableIn(tableIn(data, "tool"), "poetry")];
  const groups = tableIn(poetry, "group");
  const lists = [project.dependencies, ...Object.values(tableIn(project, "optional-dependencies"))];
  const texts = [...lists, ...Object.values(tableIn(data, "dependency-groups"))].flatMap((each) => each ?? []);
  const named = texts.flatMap((each) => (typeof each === "string" ? (/^[\w.-]+/.exec(each) ?? []) : []));
  const tables = [
    poetry,
    { dependencies: tableIn(poetry, "dev-dependencies") },
    ...Object.keys(groups).map((name) => tableIn(groups, name)),
  ];
  const keys = tables.flatMap((each) => Object.keys(tableIn(each, "dependencies")));
  return {
    required: new Set([...named, ...keys].map(canonicalName).filter((name) => name !== "python")),
    optionalGroups: new Set(Object.keys(groups).filter((name) => tableIn(groups, name).optional === true)),
    isPackage: poetry["package-mode"] !== false,
  };
}

/** The name of the project, if it has one. */
export function nameInPyproject({ read }: Pick<SideFiles, "read">): string | undefined {
  return nameInToml(read("pyproject.toml"), [["project"], ["tool", "poetry"]]);
}

function parsed({ name, read }: SideFiles): Table {
  const text = read("pyproject.toml");
  if (text === undefined) throw new UserError(`There is no pyproject.toml beside the lockfile of ${name}.`);
  try {
    return parse(text);
  } catch (error) {
    throw new UserError(`Cannot read pyproject.toml of ${name}: ${reasonOf(error).split("\n")[0]}.`);
  }
}

function tableIn(table: Table, name: string): Table {
  const value = table[name];
  return typeof value === "object" && value !== null ? (value as Table) : {};
}
