import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { World } from "../../trial/laboratory.ts";
import type { TestTemplate } from "../../trial/test-words.ts";
import { contentHash } from "../../world/content.ts";

/** What all candidates of a run have in common. */
export interface Setting {
  /** The failing input's path: a candidate has its name. */
  readonly failing: string;
  readonly mode: number;
  readonly cwd: string;
  readonly template: TestTemplate;
}

/** The world in which the input is `bytes`. */
export function inputWorld(setting: Setting, bytes: Uint8Array): World {
  return {
    content: contentHash(bytes),
    make: (folder) => {
      const name = basename(setting.failing);
      const path = join(folder, name);
      writeFileSync(path, bytes, { mode: setting.mode });
      return {
        argv: setting.template.argv(path),
        environment: { CULPRIT_INPUT: path, CULPRIT_CWD: setting.cwd },
        stdin: setting.template.onStdin ? path : undefined,
        candidate: [path, name],
      };
    },
  };
}
