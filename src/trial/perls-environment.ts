type Environment = Readonly<Record<string, string | undefined>>;

/** What a Perl program of ours that starts tests is to have otherwise in its environment than they. */
export interface PerlsEnvironment {
  /** Undefined removes a name. */
  readonly changes: Environment;
  /** How the test gets its own back: `NAME=VALUE`, or `NAME` for one to be removed. */
  readonly forTests: readonly string[];
}

/** Variables as PERL5OPT change what Perl does, and ours is not to be changed. */
export function perlsEnvironment(environment: Environment): PerlsEnvironment {
  const perls = Object.keys(environment).filter((name) => name.startsWith("PERL"));
  const removed = Object.fromEntries(perls.map((name) => [name, undefined]));
  return {
    // Without locales it forks faster, and complains of none that is missing.
    changes: { ...removed, LC_ALL: "C" },
    forTests: [...perls, "LC_ALL"].map((name) =>
      environment[name] === undefined ? name : `${name}=${environment[name]}`,
    ),
  };
}
