import { createRequire } from "node:module";

/** culprit's own version, from its package.json. */
export const version: string = createRequire(import.meta.url)("culprit/package.json").version;
