import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder in which the experiments are run. */
export class Workshop {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "culprit-cases-")));
  readonly #stop = new AbortController();

  /** Ends the experiment that is running. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  stop(): void {
    this.#stop.abort();
  }

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  /** An executable file. */
  script(name: string, content: string): string {
    const path = this.write(name, content);
    chmodSync(path, 0o755);
    return path;
  }

  /** The exit status of a script that is given a file with this content. */
  statusOf(script: string, content: Uint8Array): number | null {
    return spawnSync(script, [this.write("again", content)]).status;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
