import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "../core/user-error.ts";
import type { Command } from "./command.ts";
import type { Execution } from "./execution.ts";
import { perlsEnvironment } from "./perls-environment.ts";
import { blankReport, endingInside } from "./sandbox-report.ts";

/** What a test in a sandbox has for itself. Paths, absolute. */
export interface Room {
  /** Holds the folders of all tests of the run. */
  readonly folder: string;
  /** What is in it for this test, to be changed at will. */
  readonly own: readonly string[];
  /** A file in which it will say how the test ended. */
  readonly report: string;
}

/**
 * Shuts tests in by bubblewrap: all files can be read and none changed but the test's own; there is no network, no
 * process is to be seen but the test's, and whoever is root has no power by it. /tmp, /run and /dev/shm are empty, because
 * there are the sockets by which others can be asked to do what the test may not; what it needs of them can be read.
 */
export class Sandbox {
  readonly #bwrap: string;
  readonly #perl: string;
  /** Given to Perl as a word, because the file that holds it may be out of sight inside. */
  readonly #init = readFileSync(new URL("./sandbox-init.pl", import.meta.url), "utf8");
  /** Places that are empty inside. */
  readonly #emptied = ["/tmp", "/run", "/dev/shm"].filter((place) => exists(place)).map((place) => realpathSync(place));
  /** What every test may need of them: where the user stands, and where programs are. */
  readonly #needed: readonly string[];

  /** Sees that it works here. `cwd` is where the user stands. */
  static open(cwd: string): Sandbox {
    const bwrap = inPath("bwrap");
    if (bwrap === undefined) throw new UserError(notInstalled());
    const sandbox = new Sandbox(bwrap, cwd);
    const words = [...sandbox.#walls(), ...sandbox.#readable([]), sandbox.#perl, "-e", "1"];
    const env = { ...process.env, ...perlsEnvironment(process.env).changes };
    const { status, error, stderr } = spawnSync(bwrap, words, { env, encoding: "utf8", timeout: patience });
    if (status !== 0) throw new UserError(refused(error?.message ?? stderr.trim()));
    return sandbox;
  }

  private constructor(bwrap: string, cwd: string) {
    this.#bwrap = bwrap;
    this.#perl = inPath("perl") ?? "perl";
    this.#needed = [cwd, ...(process.env.PATH ?? "").split(delimiter)];
  }

  /** Runs the command shut in, and tells of it as if it were not. */
  async run(command: Command, room: Room, execute: (each: Command) => Promise<Execution>): Promise<Execution> {
    writeFileSync(room.report, blankReport);
    const execution = await execute(this.#shutIn(command, room));
    return endingInside(command, execution, readFileSync(room.report, "latin1"));
  }

  #shutIn({ argv, environment, ...rest }: Command, { folder, own, report }: Room): Command {
    const { changes, forTests } = perlsEnvironment({ ...process.env, ...environment });
    const words = argv.filter((word) => !word.startsWith(`${folder}/`));
    const walls = [this.#bwrap, ...this.#walls(), ...this.#readable(words), "--tmpfs", folder];
    const writable = [...own, report].flatMap((path) => ["--bind", path, path]);
    const init = [this.#perl, "-e", this.#init, report, String(forTests.length), ...forTests];
    return {
      ...rest,
      argv: [...walls, ...writable, "--chdir", rest.cwd, ...init, ...argv],
      environment: { ...environment, ...changes },
    };
  }

  #walls(): string[] {
    const empty = this.#emptied.flatMap((place) => ["--tmpfs", place]);
    return [...namespaces, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", ...empty];
  }

  /** The entries of the emptied places in which the paths are, shown for reading. */
  #readable(words: readonly string[]): string[] {
    const entries = [...this.#needed, ...words].flatMap((path) =>
      this.#emptied.flatMap((place) => entryOf(place, path) ?? []),
    );
    return [...new Set(entries)].flatMap((entry) => ["--ro-bind-try", entry, entry]);
  }
}

/** As root, a user namespace is what takes root's power away. Process 1 is ours: see `sandbox-init.pl`. */
const namespaces = [
  ...["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--as-pid-1"],
];

/** For the trial at the beginning, in milliseconds. */
const patience = 20_000;

/** The entry of a place in which a path is: the whole of it, since what is named needs what is beside it. */
function entryOf(place: string, path: string): string | undefined {
  if (path === place) return place;
  return path.startsWith(`${place}/`) ? join(place, path.slice(place.length + 1).split("/")[0]!) : undefined;
}

function inPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => join(folder, name)).find((path) => exists(path, constants.X_OK));
}

function exists(path: string, how = constants.F_OK): boolean {
  try {
    accessSync(path, how);
    return true;
  } catch {
    return false;
  }
}

function notInstalled(): string {
  return process.platform === "linux"
    ? "--sandbox needs bubblewrap, and there is no bwrap in PATH: apt install bubblewrap (other systems call the package so too)."
    : "--sandbox needs bubblewrap, which there is only for Linux. Run culprit in a Linux container or virtual machine.";
}

function refused(said: string): string {
  return (
    `--sandbox does not work here: ${said || "bwrap failed and did not say why"}\n` +
    "The system does not let you make namespaces. Ask it to: on Debian by sysctl kernel.unprivileged_userns_clone=1, on Ubuntu\n" +
    "by sysctl kernel.apparmor_restrict_unprivileged_userns=0, in Docker by --privileged. Or go without --sandbox, if the\n" +
    "container or virtual machine you are in is wall enough."
  );
}
