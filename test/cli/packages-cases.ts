/** Where a case is tried: the test file, the start of a test's name in it, and the versions for which that is not all. */
export interface Tried {
  readonly file: string;
  readonly test: string;
  readonly mark?: string;
}

/** Not tried; does not exist, or is refused. */
type Cell = Tried | "–" | "×";

export const columns = [
  ...["npm", "pnpm", "Yarn 1.22", "Yarn 4", "bun 1.4", "uv", "pip", "Poetry 2.5", "Cargo", "Go"],
] as const;
type Column = (typeof columns)[number];

const tried =
  (file: string, test: string) =>
  (mark?: string): Tried => ({ file: `packages${file}.system.test.ts`, test, ...(mark === undefined ? {} : { mark }) });

const pnpms = "9, 10, 12";
const kept = {
  npm: tried("", "writes a lockfile with all upgrades but those that break")(),
  pnpm: tried("-pnpm", "the upgrade is named, the others are kept")(pnpms),
  ...{
    "Yarn 1.22": tried("-yarn", "the upgrade is named, the others are kept")(),
    "Yarn 4": tried("-yarn", "the upgrade is named, the others are kept")(),
    "bun 1.4": tried("-bun", "the upgrade is named, the others are kept")(),
    uv: tried("-uv", "names the upgrade that breaks a test, keeps the others")(),
    pip: tried("-pip", "names the upgrade that breaks a test, and keeps the others")(),
    "Poetry 2.5": tried("-poetry", "names the upgrade that breaks a test, and keeps the others")(),
    Cargo: tried("-cargo", "names the crate; --keep-good holds back only what it must")(),
    Go: tried("-go", "names the module; --keep-good holds back only that one")(),
  },
} as const satisfies Record<Column, Tried>;

const [registry, python] = [
  tried("-registry", "what the cache has is enough"),
  tried("-registry-python", "what was fetched before is enough"),
];
const unpublished = tried("-registry", "what it says of a version that was unpublished is shown");
const [unpublishedPython, login] = [
  tried("-registry-python", "what it says of a version that was unpublished is shown")(),
  tried("-registry-python", "the login of a private index is used, and no record gets it")(),
];
const token = tried("-private", "the user's token is used, for the remedy too");
const yarnChanges = tried("-yarn", "culprit changes tells the packages from the files")();
const [pnpm8, bunWorkspace] = [
  tried("-pnpm", "a lockfile of version 6 and a workspace, from the store alone"),
  tried("-bun", "a workspace whose projects have packages of their own"),
];
const crates = tried("-cargo-registry", "what was fetched before is enough")();
const modules = tried("-go", "what was fetched before is enough")();
const fetched = {
  ...{ npm: registry(), pnpm: registry("10"), "Yarn 1.22": registry(), "Yarn 4": registry(), "bun 1.4": registry() },
  ...{ uv: python(), pip: python(), "Poetry 2.5": python(), Cargo: crates, Go: modules },
};

/** What was tried with the real clients, and where. The page about package managers shows it; `test/packages-cases.test.ts` compares. */
export const cases: readonly (readonly [text: string, cells: Readonly<Record<Column, Cell>>])[] = [
  ["names the upgrade, keeps the others, changes none of your files", kept],
  [
    "with the patch, the manager's own installation passes the test",
    { ...kept, "Poetry 2.5": tried("-poetry", "Poetry itself installs the lockfile that is kept")() },
  ],
  [
    "how to keep the old version",
    {
      ...{ ...kept, pip: "×", "Poetry 2.5": "×" },
      npm: tried("-inside-group", "names the one that makes the difference and what brings it; the remedy was tried")(),
    },
  ],
  [
    "the lines in the package (`--deeper`)",
    { ...kept, "Yarn 4": tried("-yarn", "what plug'n'play loads in a workspace")("✔, × in plug'n'play") },
  ],
  [
    "`culprit changes` tells code from packages",
    {
      npm: {
        file: "changes-packages.system.test.ts",
        test: "the old files fail with the new packages: the upgrade is found",
      },
      pnpm: tried("-pnpm", "culprit changes tells the packages of pnpm from the files")("10"),
      ...{ "Yarn 1.22": yarnChanges, "Yarn 4": yarnChanges },
      "bun 1.4": tried("-bun", "culprit changes tells the packages from the files")(),
      "Poetry 2.5": tried("-poetry", "culprit changes tells the packages from the files")(),
      uv: tried("-uv", "culprit changes tells the packages from the files")(),
      pip: tried("-pip", "culprit changes tells the packages from the files")(),
      Cargo: tried("-cargo", "culprit changes tells the packages from the files")(),
      Go: tried("-go", "culprit changes tells the packages from the files")(),
    },
  ],
  [
    "a workspace",
    {
      ...{ npm: tried("", "workspaces are linked")(), pnpm: pnpm8("8"), "bun 1.4": bunWorkspace() },
      ...{ "Yarn 1.22": registry(), "Yarn 4": registry(), uv: python(), Cargo: crates },
      ...{ pip: "×", "Poetry 2.5": "×", Go: "×" },
    },
  ],
  [
    "the registry is down, and everything was fetched before",
    {
      ...fetched,
      ...{ pnpm: pnpm8("8"), "bun 1.4": bunWorkspace() },
      ...{ pip: python("✔, from a folder of files"), "Poetry 2.5": python("✔, from a folder of files") },
    },
  ],
  ["the registry is down, and something was not fetched before", fetched],
  ["a checksum other than the lockfile's", fetched],
  [
    "an old version that was yanked",
    {
      ...{ npm: "×", pnpm: "×", "Yarn 1.22": "×", "Yarn 4": "×", "bun 1.4": "×" },
      ...{ uv: python(), pip: python(), "Poetry 2.5": python(), Cargo: crates, Go: "–" },
    },
  ],
  [
    "a private registry, with a token or a password",
    {
      npm: tried("", "an installation uses tokens where they are")(),
      ...{ pnpm: token("10"), "Yarn 1.22": token(), "Yarn 4": token(), "bun 1.4": token() },
      ...{ uv: login, pip: login, "Poetry 2.5": login, Cargo: "–", Go: "–" },
    },
  ],
  [
    "a version that was unpublished",
    {
      npm: unpublished(),
      ...{ pnpm: unpublished("10"), "Yarn 1.22": unpublished(), "Yarn 4": unpublished(), "bun 1.4": unpublished() },
      ...{ uv: unpublishedPython, pip: unpublishedPython, "Poetry 2.5": unpublishedPython, Cargo: "–", Go: "–" },
    },
  ],
  [
    "packages whose code has to be compiled",
    {
      ...{
        npm: registry(),
        pnpm: pnpm8("8"),
        "Yarn 1.22": registry(),
        "Yarn 4": registry(),
        "bun 1.4": bunWorkspace(),
      },
      ...{ uv: python(), pip: python(), "Poetry 2.5": python(), Cargo: kept.Cargo, Go: kept.Go },
    },
  ],
];
