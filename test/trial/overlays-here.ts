import { tmpdir } from "node:os";
import { overlayObstacle } from "../../src/trial/overlays.ts";

/** Why no overlay can be mounted on this machine; undefined if one can. */
export const noOverlaysHere: string | undefined = overlayObstacle(tmpdir());
