import { builds } from "./builds.ts";
import { bundles } from "./bundles.ts";
import { monorepos } from "./monorepos.ts";
import { plain } from "./plain.ts";
import type { RealRegression } from "./real-regression.ts";
import { repositories } from "./repositories.ts";

/** Twenty, fixed before culprit was run on any of them. */
export const list: readonly RealRegression[] = [...plain, ...repositories, ...bundles, ...builds, ...monorepos];
