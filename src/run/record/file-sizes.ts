import { statSync } from "node:fs";
import type { RunRecord } from "./record.ts";

/** The files of a record to which a run only ever appends. */
export const appendedFiles = { journal: "journalPath", steps: "stepsPath" } as const;
export type AppendedFile = keyof typeof appendedFiles;

/** A file that is shorter than the last session of its run left it. */
export interface CutFile {
  readonly file: AppendedFile;
  /** Bytes; undefined: the file is gone. */
  readonly size?: number;
  readonly was: number;
}

type FileSizes = Readonly<Record<AppendedFile, number>>;

const sizesFile = "sizes.json";

/** Notes how large the files are when a session ends. Whoever has no space for that can do without it. */
export function saveSizes(record: RunRecord): void {
  const size = (file: AppendedFile) => sizeOf(record[appendedFiles[file]]) ?? 0;
  try {
    record.save(sizesFile, { journal: size("journal"), steps: size("steps") } satisfies FileSizes);
  } catch {
    forgetSizes(record);
  }
}

/** A session begins: how large the files will be is not known until it ends. */
export function forgetSizes(record: RunRecord): void {
  record.removeFile(sizesFile);
}

/** The files that have lost something since the last session of the run ended, as far as that is known. */
export function cutFiles(record: RunRecord): CutFile[] {
  const sizes = record.load<Partial<FileSizes>>(sizesFile);
  return (Object.keys(appendedFiles) as AppendedFile[]).flatMap((file) => {
    const was = sizes?.[file];
    const size = sizeOf(record[appendedFiles[file]]);
    if (typeof was !== "number" || (size ?? 0) >= was) return [];
    return [{ file, was, ...(size === undefined ? {} : { size }) }];
  });
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
