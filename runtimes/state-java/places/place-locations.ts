import { readFileSync } from "node:fs";
import type { StopPlace } from "../../protocol/state.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Location } from "../jdwp/values.ts";
import { isMeant } from "../program/names.ts";
import type { OwnClass, OwnMethod } from "../program/own-class.ts";
import { type JavaStep, type MethodCode, visitsTo, withinLine } from "./method-code.ts";

export type Place = Omit<StopPlace, "hit">;

/**
 * An instruction to watch. `hit`: the place is reached there; `jump`: control may come to such an instruction from there without
 * reaching the place anew, as in a loop; `past`: it did not.
 */
export interface WatchedLocation {
  readonly role: "hit" | "jump" | "past";
  readonly method: OwnMethod;
  readonly location: Location;
  /** Which instruction all of this is about, and as what. */
  readonly about: string;
}

/** Where a class has a place; empty: it does not have it. */
export async function locationsIn(machine: Machine, own: OwnClass, place: Place): Promise<WatchedLocation[]> {
  if (place.line === undefined) return functionLocations(machine, own, place.function ?? "");
  return isFile(own.file, place.file ?? "") ? lineLocations(machine, own, lineWithText(own.file, place.line)) : [];
}

async function functionLocations(machine: Machine, own: OwnClass, written: string): Promise<WatchedLocation[]> {
  const meant = own.methods.filter(({ plainName }) => isMeant(own.signature, plainName, written));
  return (await Promise.all(meant.map((method) => entryOf(machine, method)))).flat();
}

/** The first instruction of a method. If the method begins with a loop, control may also return to it without a call. */
export async function entryOf(machine: Machine, method: OwnMethod): Promise<WatchedLocation[]> {
  const code = await method.code(machine);
  return watchedLocations(method, code, { index: 0, about: "call", jumps: code.jumpsTo(0) });
}

/** A lambda expression on the line of a statement: that it is called is no visit to the statement. */
export async function lineLocations(machine: Machine, own: OwnClass, line: number): Promise<WatchedLocation[]> {
  const found = await Promise.all(
    own.methods.map(async (method) => {
      const code = await method.code(machine);
      return visitsTo(code, line).flatMap((index) => {
        const jumps = withinLine(code, index);
        return watchedLocations(method, code, { index, about: `line ${index}`, jumps });
      });
    }),
  );
  const all = found.flat();
  const isStart = ({ method, about }: WatchedLocation) => method.isLambda && about === "line 0";
  return all.some((each) => !isStart(each)) ? all.filter((each) => !isStart(each)) : all;
}

interface WatchedInstruction {
  readonly index: number;
  readonly about: string;
  readonly jumps: readonly JavaStep[];
}

function watchedLocations(
  method: OwnMethod,
  { steps }: MethodCode,
  { index, about, jumps }: WatchedInstruction,
): WatchedLocation[] {
  const at = (role: WatchedLocation["role"], where: number): WatchedLocation => {
    return { role, method, about, location: locationOf(method, where) };
  };
  const past = jumps.flatMap(({ address, fallsThrough, targets }) => {
    const next = fallsThrough && targets.length > 0 ? steps.find((each) => each.address > address) : undefined;
    return next ? [at("past", next.address)] : [];
  });
  return [at("hit", index), ...jumps.map(({ address }) => at("jump", address)), ...past];
}

/**
 * The line itself; or the next one, if it is empty or a comment. That is decided by the text: another line without code in one class
 * may have code in another one, which is not loaded yet.
 */
function lineWithText(file: string, line: number): number {
  const lines = sourceLines(file);
  let at = line;
  while (at < lines.length && /^\s*(?:\/\/.*)?$/.test(lines[at - 1] ?? "")) at++;
  return at;
}

function sourceLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** `Sort.java`, `src/Sort.java` or an absolute path. */
export function isFile(path: string, written: string): boolean {
  return path === written || path.endsWith(`/${written.replace(/^(?:\.\/)+/, "")}`);
}

function locationOf({ id, owner: { typeTag, type } }: OwnMethod, index: number): Location {
  return { typeTag, type, method: id, index };
}
