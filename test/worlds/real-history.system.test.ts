import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { newFolder } from "../cli/culprit.ts";
import { git } from "../cli/repository.ts";

const fixture = fileURLToPath(new URL("programs/history/", import.meta.url));

/** What a check says from one version to another, both included. */
type Span = readonly [first: string, last: string, says: string];

/** What a check says at each version with patches merged into it, up to where they are no longer needed. */
interface History {
  readonly name: string;
  readonly check: string;
  readonly patches: readonly string[];
  readonly says: readonly Span[];
}

const passes = "passes";
const conflicts = "conflicts";

const noMinSatisfying = "TypeError: semver.minSatisfying is not a function";
const notLowest = "AssertionError [ERR_ASSERTION]: not the lowest of the prereleases";

const noMajor = "TypeError: semver.major is not a function";
const noDiff = "TypeError: semver.diff is not a function";
const notOffered = "AssertionError [ERR_ASSERTION]: the prerelease is not offered";

const noPrerelease = "TypeError: semver.prerelease is not a function";
const noChannel = "AssertionError [ERR_ASSERTION]: no channel for a long name";

const histories: readonly History[] = [
  {
    name: "fails in another way before minSatisfying was there",
    check: "lowest.cjs",
    patches: [],
    says: [
      ["3.0.0", "5.2.0", noMinSatisfying],
      ["5.3.0", "5.5.0", notLowest],
    ],
  },
  {
    name: "passes before 4.3.5 with minSatisfying",
    check: "lowest.cjs",
    patches: ["min-satisfying.patch"],
    says: [
      ["3.0.0", "4.3.4", passes],
      ["4.3.5", "5.2.0", notLowest],
    ],
  },
  {
    name: "fails in another way before major was there",
    check: "upgrade.cjs",
    patches: [],
    says: [
      ["3.0.0", "4.2.2", noMajor],
      ["4.3.0", "5.5.0", notOffered],
    ],
  },
  {
    name: "fails in yet another way before diff was there, with major",
    check: "upgrade.cjs",
    patches: ["major.patch"],
    says: [
      ["3.0.0", "4.1.1", noDiff],
      ["4.2.0", "4.2.2", notOffered],
    ],
  },
  {
    name: "passes before 4.0.0 with major and diff",
    check: "upgrade.cjs",
    patches: ["major.patch", "diff.patch"],
    says: [
      ["3.0.0", "3.0.1", passes],
      ["4.0.0", "4.1.1", notOffered],
    ],
  },
  {
    name: "fails in another way before prerelease was there",
    check: "channel.cjs",
    patches: [],
    says: [
      ["3.0.0", "5.1.1", noPrerelease],
      ["5.2.0", "5.5.0", noChannel],
    ],
  },
  {
    name: "takes prerelease back to 5.0.0 only",
    check: "channel.cjs",
    patches: ["prerelease.patch"],
    says: [
      ["3.0.0", "4.3.6", conflicts],
      ["5.0.0", "5.1.1", noChannel],
    ],
  },
  {
    name: "passes before 4.3.2 with prerelease at another place",
    check: "channel.cjs",
    patches: ["prerelease-4.patch"],
    says: [
      ["3.0.0", "4.3.1", passes],
      ["4.3.2", "4.3.6", noChannel],
    ],
  },
];

describe("the history of semver", () => {
  test("has a commit, a tag and a licence for each version, in the order of publishing", () => {
    const repository = clone();
    const versions = versionsOf(repository);
    expect(versions).toHaveLength(28);
    const dates = git(repository, "log", "--reverse", "--format=%at", "main").split("\n").map(Number);
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    for (const version of versions) {
      expect(git(repository, "show", `v${version}:LICENSE`)).toMatch(/^Copyright .* Isaac Z\. Schlueter/m);
      expect(JSON.parse(git(repository, "show", `v${version}:package.json`))).toMatchObject({
        name: "semver",
        version,
      });
      expect(git(repository, "log", "-1", "--format=%s", `v${version}`)).toBe(version);
    }
  });

  test.each(histories.map((each) => [`${each.check} ${each.name}`, each] as const))("%s", (_, history) => {
    const { check, patches, says } = history;
    const repository = clone();
    const versions = versionsOf(repository);
    const upTo = versions.indexOf(says.at(-1)![1]) + 1;
    const seen = versions.slice(0, upTo).map((version) => ({ version, says: sayAt(version) }));
    expect(spansOf(seen)).toEqual(says);

    function sayAt(version: string): string {
      git(repository, "checkout", "-q", "--force", `v${version}`);
      return patches.every((patch) => merged(repository, patch)) ? sayHere(repository, check) : conflicts;
    }
  });
});

function clone(): string {
  const folder = newFolder();
  git(folder.path, "clone", "-q", join(fixture, "semver.bundle"), "semver");
  return join(folder.path, "semver");
}

function versionsOf(repository: string): string[] {
  return git(repository, "log", "--reverse", "--format=%s", "main").split("\n");
}

function merged(repository: string, patch: string): boolean {
  try {
    git(repository, "apply", "--3way", join(fixture, patch));
    return true;
  } catch {
    return false;
  }
}

/** The error that ends the check, or that it passes. */
function sayHere(repository: string, check: string): string {
  const { status, stderr } = spawnSync(process.execPath, [join(fixture, check)], { cwd: repository, encoding: "utf8" });
  return status === 0 ? passes : (/^\w*Error.*$/m.exec(stderr)?.[0] ?? stderr);
}

function spansOf(seen: readonly { version: string; says: string }[]): Span[] {
  const spans: Span[] = [];
  for (const { version, says } of seen) {
    const last = spans.at(-1);
    if (last?.[2] === says) spans[spans.length - 1] = [last[0], version, says];
    else spans.push([version, version, says]);
  }
  return spans;
}
