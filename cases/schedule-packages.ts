import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyFinding } from "../test/any-finding.ts";
import { type Case, type Row, wrongIn } from "./case.ts";
import { culpritPackage } from "./culprit.ts";
import { countFailing } from "./failing-schedules.ts";
import { type KnownRace, notRun, packageRaces } from "./package-races.ts";
import { root } from "./root.ts";
import type { Workshop } from "./workshop.ts";

const note = [
  "Published: in how many of 100 runs it fails with Node.fz, NodeRacer and NACD. Ours, in the remark: of the first 100 schedules.",
  "The programs that use the packages are our own, so these figures are not of the same programs.",
  "The others of these 24:",
  ...notRun.map((each) => `- ${each}`),
].join("\n");

/** So many schedules are tried to find one that fails. */
const schedules = 100;

/** Packages as they were published, each with a race that somebody met. */
export const schedulePackages: Case = {
  name: "schedule-packages",
  async *rows(workshop) {
    for (const [i, race] of packageRaces.entries()) {
      const row = await rowOf(workshop, race);
      yield i < packageRaces.length - 1 ? row : { ...row, note };
    }
  },
};

async function rowOf(workshop: Workshop, race: KnownRace): Promise<Row> {
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
    published: rates(race),
    remark: remarkOn(race, folder),
    wrong: wrongIn({
      [`a cause was found in ${experiment}, and confirmed`]: verdict === "found" && minimal,
      [`the right lines of ${race.package} are named`]: race.names.test(found),
      [`${race.package} ${race.mended} passes always`]: mended === undefined || passesAlways(mended),
    }),
  };
}

function rates({ published }: KnownRace): string {
  return published ? [published.nodeFz ?? "-", published.nodeRacer, published.nacd].join(" / ") : "-";
}

function remarkOn(race: KnownRace, folder: string): string {
  const share = race.published ? `${countFailing(folder, programOf(race), schedules)}; ` : "";
  return share + (race.mended ? `${race.mended} passes under ${schedules} schedules` : "also the newest version");
}

function search(workshop: Workshop, folder: string, race: KnownRace): Promise<AnyFinding> {
  return culpritPackage(workshop, folder, { file: programOf(race), package: race.package, schedules });
}

function passesAlways({ verdict, reason = "" }: AnyFinding): boolean {
  return verdict === "not-reproduced" && reason.startsWith("The test passes (exit 0) under each of");
}

const programOf = (race: KnownRace) => `${race.program ?? race.package}.mjs`;

/** A folder with the package and the program that uses it; undefined: npm cannot be reached. */
function install(workshop: Workshop, race: KnownRace, version: string): string | undefined {
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
