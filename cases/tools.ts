import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.ts";

/** Our tools in C, in the spirit of those that Miller's fuzz crashed, each with a memory error of the classic kind. */
export const toolNames = ["ul", "units", "scan", "format"] as const;
export type ToolName = (typeof toolNames)[number];

/**
 * Position-independent, so that no small number is the address of anything; `char` signed on every machine; without
 * the guards that would turn the crash into another one. The tools are written so that an overflow that does harm ends in SIGSEGV, not by luck.
 */
const flags = [
  "-std=gnu11",
  "-O1",
  "-Wall",
  "-Wextra",
  "-fsigned-char",
  "-fPIE",
  "-pie",
  "-fno-stack-protector",
  "-U_FORTIFY_SOURCE",
];

const compiler = process.env.CC ?? "gcc";

/** Compiles a tool into a folder and gives the path of the program. */
export function compile(tool: ToolName, folder: string): string {
  const program = join(folder, tool);
  execFileSync(compiler, [...flags, "-o", program, join(root, "cases", "tools", `${tool}.c`)], { stdio: "inherit" });
  return program;
}

/** How a tool ends on an input: the name of the signal that ended it, or its exit status. */
export function ends(program: string, input: Uint8Array): string {
  const { signal, status } = spawnSync(program, { input, stdio: ["pipe", "ignore", "ignore"] });
  return signal ?? `exit ${status}`;
}
