import { UserError } from "../../core/user-error.ts";

/** Refuses a lockfile that git could not merge: half of one and half of another would be neither. `name` is for the message. */
export function refuseMergeMarks(text: string, name: string): void {
  const line = text.split(/\r?\n/).findIndex((each) => /^(?:<{7} |>{7} |={7}$)/.test(each));
  if (line === -1) return;
  throw new UserError(
    `${name} has the marks of a merge in line ${line + 1}: settle the merge, and let the manager write it again.`,
  );
}
