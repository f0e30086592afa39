import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { TestCommand } from "../command/test-command.ts";
import type { Execution } from "../process/execution.ts";
import { perlEnvironment } from "../process/perl-environment.ts";
import { blankReport, endingInside } from "./sandbox-report.ts";

/** The folders of a test in a sandbox, as absolute paths. */
export interface SandboxFolders {
  /** Holds the folders of all tests of the run. */
  readonly folder: string;
  /** Folders in it that belong to this test, which may change them. */
  readonly own: readonly string[];
  /** The file to which the sandbox writes how the test ended. */
  readonly report: string;
}

/**
 * Runs tests in a bubblewrap sandbox: they can read all files but change only their own, have no network, see no other
 * processes, and root has no privileges there. /tmp, /run and /dev/shm are empty, because they hold the sockets through
 * which a test could ask other programs to do what it may not; what it needs from them can be read.
 */
export class Sandbox {
  readonly #bwrap: string;
  readonly #perl: string;
  /** The script's text: its file may not be visible inside. */
  readonly #init = readFileSync(new URL("./sandbox-init.pl", import.meta.url), "utf8");
  /** Folders that are empty inside. */
  readonly #emptied = ["/tmp", "/run", "/dev/shm"].filter((place) => exists(place)).map((place) => realpathSync(place));
  /** Paths that every test may need, even from these folders: the user's folder, and those in PATH. */
  readonly #needed: readonly string[];

  /** Checks that sandboxes work on this machine. `cwd` is the user's folder. */
  static open(cwd: string): Sandbox {
    const bwrap = inPath("bwrap");
    if (bwrap === undefined) throw new UserError(notInstalled());
    const sandbox = new Sandbox(bwrap, cwd);
    const words = [...sandbox.#walls(), ...sandbox.#readable([]), sandbox.#perl, "-e", "1"];
    const env = { ...process.env, ...perlEnvironment(process.env).changes };
    const { status, error, stderr } = spawnSync(bwrap, words, { env, encoding: "utf8", timeout: checkTimeLimit });
    if (status !== 0) throw new UserError(refused(error?.message ?? stderr.trim()));
    return sandbox;
  }

  private constructor(bwrap: string, cwd: string) {
    this.#bwrap = bwrap;
    this.#perl = inPath("perl") ?? "perl";
    this.#needed = [cwd, ...(process.env.PATH ?? "").split(delimiter)];
  }

  /** Runs the command in a sandbox; the result is as if it had run without. */
  async run(
    command: TestCommand,
    folders: SandboxFolders,
    execute: (each: TestCommand) => Promise<Execution>,
  ): Promise<Execution> {
    writeFileSync(folders.report, blankReport);
    const execution = await execute(this.#wrap(command, folders));
    return endingInside(command, execution, readFileSync(folders.report, "latin1"));
  }

  #wrap({ argv, environment, ...rest }: TestCommand, { folder, own, report }: SandboxFolders): TestCommand {
    const { changes, forTests } = perlEnvironment({ ...process.env, ...environment });
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

  /** Makes the entries of emptied folders that contain these paths readable. */
  #readable(words: readonly string[]): string[] {
    const entries = [...this.#needed, ...words].flatMap((path) =>
      this.#emptied.flatMap((place) => entryOf(place, path) ?? []),
    );
    return [...new Set(entries)].flatMap((entry) => ["--ro-bind-try", entry, entry]);
  }
}

/** The user namespace is what takes root's privileges away. Process 1 is ours: see `sandbox-init.pl`. */
const namespaces = [
  ...["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--as-pid-1"],
];

/** Time limit for checking that a sandbox works, in milliseconds. */
const checkTimeLimit = 20_000;

/** The direct entry of a folder that contains a path: all of it, since a file may need its neighbours. */
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
    ? "--sandbox needs bubblewrap, but bwrap is not in PATH. Install the package bubblewrap, on Debian: apt install bubblewrap"
    : "--sandbox needs bubblewrap, which only runs on Linux. Run culprit in a Linux container or virtual machine.";
}

function refused(reason: string): string {
  return (
    `--sandbox does not work here: ${reason || "bwrap failed without a message"}\n` +
    "The system does not allow you to create namespaces. To allow it: on Debian, sysctl kernel.unprivileged_userns_clone=1;\n" +
    "on Ubuntu, sysctl kernel.apparmor_restrict_unprivileged_userns=0; in Docker, --privileged. Or leave out --sandbox, if\n" +
    "the container or virtual machine you are in is isolated enough."
  );
}
