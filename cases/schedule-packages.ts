import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyFinding } from "../test/any-finding.ts";
import { type Case, type Row, wrongIn } from "./case.ts";
import { culpritPackage } from "./culprit.ts";
import { root } from "./root.ts";
import type { Workshop } from "./workshop.ts";

/** A version of a published package with a race that was reported, and what is to be named. */
interface Known {
  readonly package: string;
  readonly version: string;
  readonly issue: string;
  /** The program that uses the package, if it is not called like it. */
  readonly program?: string;
  readonly names: RegExp;
  /** A version without the race; none: it is there to this day. */
  readonly mended?: string;
}

const races: readonly Known[] = [
  {
    package: "lockfile",
    version: "0.4.2",
    issue: "npm/lockfile#4",
    names: /fs\.(stat lockfile\.js:170|open lockfile\.js:156):\d+ runs before fs\.unlink lockfile\.js:61:/,
    mended: "1.0.4",
  },
  {
    package: "proper-lockfile",
    version: "4.1.2",
    issue: "moxystudio/node-proper-lockfile#121",
    names: /fs\.(stat lib\/lockfile\.js:56|mkdir lib\/lockfile\.js:29):\d+ runs before fs\.rmdir lib\/lockfile\.js:90:/,
  },
  {
    package: "mkpath",
    version: "0.1.0",
    issue: "jonvuri/mkpath#1",
    names: /fs\.stat mkpath\.js:16:\d+ runs before fs\.mkdir mkpath\.js:23:/,
    mended: "1.0.0",
  },
  {
    package: "agentkeepalive",
    version: "2.0.0",
    issue: "node-modules/agentkeepalive#23",
    names: /runs before net\.closed lib\/_http_agent\.js:251:/,
    mended: "2.0.2",
  },
  {
    package: "logrotate-stream",
    version: "0.2.3",
    issue: "dstokes/logrotate-stream#4",
    names: /runs before fs\.write index\.js:61:/,
    mended: "0.2.5",
  },
  {
    package: "node-persist",
    version: "3.0.5",
    issue: "simonlast/node-persist#31",
    names: /fs\.open src\/local-storage\.js:324:\d+ \(after .*\) runs before fs\.write src\/local-storage\.js:324:/,
    mended: "3.1.3",
  },
  {
    package: "node-persist",
    version: "4.0.4",
    issue: "simonlast/node-persist#108",
    program: "node-persist-read",
    names: /fs\.read src\/local-storage\.js:337:\d+ runs before fs\.write src\/local-storage\.js:425:/,
  },
];

/** So many schedules are tried to find one that fails. */
const schedules = 100;

/** Packages as they were published, each with a race that somebody met. */
export const schedulePackages: Case = {
  name: "schedule-packages",
  async *rows(workshop) {
    for (const race of races) yield await rowOf(workshop, race);
  },
};

async function rowOf(workshop: Workshop, race: Known): Promise<Row> {
  const experiment = `${race.package}@${race.version}, ${race.issue}`;
  const folder = install(workshop, race, race.version);
  const mendedFolder = race.mended === undefined ? undefined : install(workshop, race, race.mended);
  if (folder === undefined || (race.mended !== undefined && mendedFolder === undefined))
    return { experiment, deltas: 0, found: "npm is not reachable", tests: 0, published: "-", wrong: [] };
  const { verdict, minimal, cause, deltas, tests } = await search(workshop, folder, race);
  const found = (cause[0]?.text ?? verdict).replaceAll(`node_modules/${race.package}/`, "");
  const mended = mendedFolder === undefined ? undefined : await search(workshop, mendedFolder, race);
  return {
    experiment,
    deltas: deltas.total,
    found,
    tests: tests.needed,
    published: "-",
    remark: mended ? `${race.mended} passes under ${schedules} schedules` : "also the newest version",
    wrong: wrongIn({
      [`a cause was found in ${experiment}, and confirmed`]: verdict === "found" && minimal,
      [`the right lines of ${race.package} are named`]: race.names.test(found),
      [`${race.package} ${race.mended} passes always`]: mended === undefined || passesAlways(mended),
    }),
  };
}

function search(workshop: Workshop, folder: string, race: Known): Promise<AnyFinding> {
  return culpritPackage(workshop, folder, { file: programOf(race), package: race.package, schedules });
}

function passesAlways({ verdict, reason = "" }: AnyFinding): boolean {
  return verdict === "not-reproduced" && reason.startsWith("The test passes (exit 0) under each of");
}

const programOf = (race: Known) => `${race.program ?? race.package}.mjs`;

/** A folder with the package and the program that uses it; undefined: npm cannot be reached. */
function install(workshop: Workshop, race: Known, version: string): string | undefined {
  const program = programOf(race);
  const folder = join(workshop.path, `${program}-${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  copyFileSync(join(root, "test", "worlds", "programs", "schedule", "packages", program), join(folder, program));
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--fetch-timeout=30000"];
  const words = ["install", ...quiet, "--save-exact", `${race.package}@${version}`];
  const { status, stderr, error } = spawnSync("npm", words, { cwd: folder, encoding: "utf8" });
  if (status === 0) return folder;
  if (error || unreachable.test(stderr)) return undefined;
  throw new Error(`npm cannot install ${race.package}@${version}: ${stderr}`);
}

const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/;
