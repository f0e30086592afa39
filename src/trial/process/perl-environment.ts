type Environment = Readonly<Record<string, string | undefined>>;

/** How the environment of our own Perl programs differs from that of the tests they start. */
export interface PerlEnvironment {
  /** For the Perl program; undefined removes a variable. */
  readonly changes: Environment;
  /** Undoes the changes for the test: `NAME=VALUE` to set a variable, `NAME` to remove it. */
  readonly forTests: readonly string[];
}

/** Variables such as PERL5OPT change how Perl works; they are meant for the tests, not for our programs. */
export function perlEnvironment(environment: Environment): PerlEnvironment {
  const perlNames = Object.keys(environment).filter((name) => name.startsWith("PERL"));
  const removed = Object.fromEntries(perlNames.map((name) => [name, undefined]));
  return {
    // Without a locale Perl forks faster, and does not warn about a missing one.
    changes: { ...removed, LC_ALL: "C" },
    forTests: [...perlNames, "LC_ALL"].map((name) =>
      environment[name] === undefined ? name : `${name}=${environment[name]}`,
    ),
  };
}
