import type { Tool } from "./tool.ts";
import { cReduce, cVise } from "./tools/c-reduce.ts";
import { culprit } from "./tools/culprit.ts";
import { delta } from "./tools/delta.ts";
import { jsDelta } from "./tools/js-delta.ts";
import { lithium, picire, picireny, pysourceMinimize } from "./tools/python.ts";
import { shrinkRay } from "./tools/shrink-ray.ts";
import { treereduce } from "./tools/treereduce.ts";

/** Ours first, then the peers. */
export const tools: readonly Tool[] = [
  culprit,
  cReduce,
  cVise,
  shrinkRay,
  picire,
  picireny,
  lithium,
  delta,
  treereduce,
  jsDelta,
  pysourceMinimize,
];
