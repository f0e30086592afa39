import { writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { TestTemplate } from "../../trial/command/test-words.ts";
import type { World } from "../../trial/laboratory.ts";
import { writeFolder } from "../../world/files/folder.ts";
import { hashOf, type InputContent, isFolder, sizeOf, writeInput } from "./content.ts";

/** What all candidates of a run have in common. */
export interface InputSetting {
  /** The path of the failing input: candidates get its name. */
  readonly failing: string;
  readonly mode: number;
  readonly cwd: string;
  readonly template: TestTemplate;
}

/** The world in which the input has this content. */
export function inputWorld(setting: InputSetting, content: InputContent): World {
  return {
    content: hashOf(content),
    size: sizeOf(content),
    keep: (path) => {
      const named = `${path}${isFolder(content) ? "" : extname(setting.failing)}`;
      writeInput(named, content, setting.mode);
      return named;
    },
    make: (folder) => {
      const name = basename(setting.failing);
      const path = join(folder, name);
      if (isFolder(content)) writeFolder(path, content);
      else writeFileSync(path, content, { mode: setting.mode });
      return {
        argv: setting.template.argv(path),
        environment: { CULPRIT_INPUT: path, CULPRIT_CWD: setting.cwd },
        stdin: setting.template.onStdin && !isFolder(content) ? path : undefined,
        candidate: [path, name],
      };
    },
  };
}
