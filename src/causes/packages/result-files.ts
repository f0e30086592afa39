import type { Finding, PatchEntry } from "../../core/finding.ts";

/** What a finding says of the files that a run wrote: the good lockfile, if that was wanted, and patches. */
export function resultFiles(
  good: string | undefined,
  written: readonly (PatchEntry | undefined)[],
): Pick<Finding, "files" | "patches"> {
  const patches = written.filter((patch) => patch !== undefined);
  const named: Partial<Record<PatchEntry["name"], string>> = {};
  for (const { name, file } of patches) named[name] ??= file;
  return {
    files: { ...(good === undefined ? {} : { good }), ...named },
    ...(patches.length === 0 ? {} : { patches }),
  };
}
