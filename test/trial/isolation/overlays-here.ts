import { overlayObstacle } from "../../../src/trial/isolation/overlays.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** Why no overlay can be mounted over the folders of tests on this machine; undefined if one can. */
export const noOverlaysHere: string | undefined = overlayObstacle(temporaryFolder("overlays-here"));
