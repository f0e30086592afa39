import { join } from "node:path";
import { wordsForSh } from "../../../core/command-line.ts";
import type { InstallPlace } from "./manager.ts";

/**
 * A command for sh: gives the copy the settings that only the user's folder has, as git ignores them. With the network they are read
 * where they are; otherwise nobody has to log in, and the copy gets what is no secret.
 */
export function bringSettings({ home, network }: InstallPlace, names: readonly string[]): string {
  const each = names.map((name) => {
    const [here, there] = [wordsForSh([name]), wordsForSh([join(home, name)])];
    const bring = network ? `ln -s ${there} ${here}` : `sed -E ${wordsForSh([withoutSecrets])} ${there} > ${here}`;
    return `{ [ -e ${here} ] || [ ! -e ${there} ] || ${bring}; }`;
  });
  return each.join(" && ");
}

/** Lines that hold a secret go; of an address, only the name and the password in it. */
const withoutSecrets = "/_auth|password|username|:_|npmAuth|token *=|(^|:)key *=/d; s#(://)[^/[:space:]\"']*@#\\1#g";
