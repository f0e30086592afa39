import { Sandbox } from "../../src/trial/sandbox.ts";

/** Why tests cannot be shut in on this machine; undefined if they can. */
export const noSandboxHere: string | undefined = (() => {
  try {
    Sandbox.open("/");
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n")[0];
  }
})();

/** A title for what needs a sandbox, which says so where there is none. */
export const inSandbox = (title: string) =>
  noSandboxHere === undefined ? title : `${title} (not checked: ${noSandboxHere})`;
