import { type ChildProcess, spawn } from "node:child_process";

/** Maximum number of characters of output that are kept. */
const maxOutput = 20_000;

/** A process of culprit that this server has started. It goes on when the server ends. */
export class StartedProcess {
  readonly folder: string;
  /** Its run, as soon as that is known; some commands have none. */
  run: string | undefined;
  isAlive = true;
  exitCode: number | undefined;
  /** The beginning of what it printed: among others the reason if it could not start. */
  stdout = "";
  stderr = "";
  readonly #child: ChildProcess;

  constructor(folder: string, program: string, words: readonly string[]) {
    this.folder = folder;
    const child = spawn(process.execPath, [program, ...words], {
      cwd: folder,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        if (this[name].length < maxOutput) this[name] += text.slice(0, maxOutput);
      });
      // That somebody prints is no reason for this server to stay.
      (child[name] as unknown as { unref(): void }).unref();
    }
    child.on("error", (error) => this.#end(1, messageOf(error)));
    child.on("close", (code) => this.#end(code ?? 1, ""));
    child.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Stops it as Ctrl-C does. */
  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  #end(code: number, message: string): void {
    this.isAlive = false;
    this.exitCode = code;
    this.stderr += message;
  }
}

function messageOf({ code, message }: NodeJS.ErrnoException): string {
  return code === "E2BIG" ? "The command is too long for this system: put what is long into a file." : message;
}
