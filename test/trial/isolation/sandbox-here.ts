import { Sandbox } from "../../../src/trial/isolation/sandbox.ts";

/** Why no test can run in a sandbox on this machine; undefined if it can. */
export const noSandboxHere: string | undefined = (() => {
  try {
    Sandbox.open("/");
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n")[0];
  }
})();
