import type { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry, Story } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { hidden, isSecretName } from "../../core/mask-secrets.ts";
import { UserError } from "../../core/user-error.ts";
import type { Run } from "../../run/run.ts";
import { storyOf } from "../../run/story.ts";
import { causeIn } from "../../search/goal.ts";
import type { ListSearch, SettingsList } from "../../settings/list.ts";
import { listDetails } from "../../settings/list-details.ts";
import { type ListConclusion, searchList } from "../../settings/search-list.ts";
import type { World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { shortPath } from "../../world/files/short-path.ts";
import { type EnvVariable, variableLine } from "./env-file.ts";
import { differingNames, type Environments, namesIn, readEnvironments } from "./environments.ts";
import type { EnvRequest } from "./request.ts";

/** Finds the environment variable that makes the difference. */
export async function findInEnv(run: Run, request: EnvRequest): Promise<Story> {
  const environments = readEnvironments(request);
  environments.contents.forEach((hash, i) => {
    if (hash === request.contents[i]) return;
    const changed = i === 0 ? request.old : request.new;
    throw new UserError(`${changed} has changed since the run began, so its outcomes no longer hold: start a new run.`);
  });
  const search = { run, request, list: variableList(request, environments) };
  const conclusion = await searchList(search);
  const details = listDetails(search, conclusion);
  const notes = [
    ...(await tryAlone(shortPath(request.old, request.cwd), search, conclusion)),
    ...hiddenNotes([details.cause ?? [], ...(details.causes ?? [])]),
  ];
  return storyOf(run, request, { conclusion, details: { ...details, notes } });
}

/** The difference was found on top of other changes: tries whether it fails without them. */
async function tryAlone(
  old: string,
  { run, list }: ListSearch,
  { verdict, result: [first] = [] }: ListConclusion,
): Promise<string[]> {
  if (verdict !== "found" || !first?.passing) return [];
  const enough = `On top of ${old} it is enough by itself.`;
  if (first.passing.isEmpty) return [enough];
  try {
    const { outcome, ended } = await run.observe(list.world(causeIn(first)));
    if (outcome === "fail") return [enough];
    return [
      `On top of ${old} it is not enough by itself (${outcome}, ${ended}): it needs some of the other changes; --simplify finds which.`,
    ];
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return [];
  }
}

function variableList(request: EnvRequest, environments: Environments): SettingsList {
  const { cwd } = request;
  const { old, now } = environments;
  const deltas = differingNames(environments);
  const mix = mixer(environments, deltas);
  const files = { old: shortPath(request.old, cwd), now: shortPath(request.new, cwd) };
  return {
    unit: "variables",
    total: deltas.length,
    world: (set) => environmentWorld(request, mix(set)),
    names: { failing: files.now, other: files.old },
    advice: {
      fail: "Name a file of variables with which the test passes first.",
      unresolved:
        "Name a file of variables with which the test passes first; --failure says what counts as the failure.",
    },
    text: (set) =>
      mix(set)
        .map(([name, value]) => lineOf(name, value))
        .join(""),
    entry: (delta) => {
      const name = deltas[delta]!;
      return entryOf(name, { old: old.get(name), now: now.get(name) }, files);
    },
    words: [],
  };
}

/** Each variable of either file, with its value; one that is not set has none. */
type Environment = readonly (readonly [name: string, value: string | undefined])[];

/** The old environment, with the variables of a set as in the new one. */
function mixer(environments: Environments, deltas: readonly string[]): (set: DeltaSet) => Environment {
  const names = namesIn(environments);
  const numbers = new Map(deltas.map((name, i) => [name, i]));
  return (set) =>
    names.map((name) => {
      const number = numbers.get(name);
      const { old, now } = environments;
      return [name, (number !== undefined && set.has(number) ? now : old).get(name)?.value];
    });
}

function environmentWorld({ cwd, test }: EnvRequest, environment: Environment): World {
  const argv = environment.some(([name]) => name === "PATH") ? startByPath(test) : test;
  return {
    content: contentHash(JSON.stringify(environment)),
    make: () => ({
      argv,
      cwd,
      environment: { ...Object.fromEntries(environment), CULPRIT_CWD: cwd },
      stdin: undefined,
      candidate: [],
    }),
  };
}

/**
 * Looks up a program without a slash in the PATH of the candidate, which may lead to another version of it. If it is not
 * found there, env exits with 127, and the search continues.
 */
function startByPath(test: readonly string[]): readonly string[] {
  return /[/=]/.test(test[0]!) ? test : ["/usr/bin/env", ...test];
}

function lineOf(name: string, value: string | undefined): string {
  return value === undefined ? `# ${name} is not set\n` : variableLine(name, value);
}

interface Both<T> {
  readonly old: T;
  readonly now: T;
}

/** The value of a variable whose name sounds secret is hidden; that it is empty, or not set, is not. */
function entryOf(name: string, { old, now }: Both<EnvVariable | undefined>, files: Both<string>): CauseEntry {
  const { line } = now ?? old!;
  const shown = ({ value }: EnvVariable) => (isSecretName(name) && value !== "" ? hidden : value);
  return {
    text: now ? `${name}=${shown(now)}` : `unset ${name}`,
    file: now ? files.now : files.old,
    ...(line === undefined ? {} : { line }),
    variable: name,
    ...(old ? { old: shown(old) } : {}),
    ...(now ? { new: shown(now) } : {}),
  };
}

/** Why a cause seems to be the same on both sides. */
function hiddenNotes(causes: readonly (readonly CauseEntry[])[]): string[] {
  const names = causes
    .flat()
    .flatMap(({ variable, old, new: now }) => (old === hidden || now === hidden ? [variable!] : []));
  if (names.length === 0) return [];
  return [`The values of ${listText([...new Set(names)])} are hidden, because the name sounds secret. They differ.`];
}
