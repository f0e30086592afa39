import type { RefusedChange, ValueChange } from "../../protocol/state.ts";
import { isObjectEntry, type Key, keyFromText, objectKeyLabel } from "../memory/key-labels.ts";
import type { ObjectReader } from "../memory/object-reader.ts";
import { scalarValue } from "../memory/scalars.ts";
import type { Variable } from "../memory/variables.ts";
import { ObjectCopies } from "./object-copies.ts";
import { removePart, setPart } from "./part-changes.ts";
import { type Container, pathText, ValuePaths } from "./value-paths.ts";

/** Makes changes in a stopped program, except those of unread input. All paths refer to the state before the first change. Returns those that are impossible. */
export function makeChanges(
  reader: ObjectReader,
  variables: readonly Variable[],
  changes: readonly ValueChange[],
): RefusedChange[] {
  const paths = new ValuePaths(reader, variables);
  const copies = new ObjectCopies(reader, variables, (path) => paths.valueAt(path));
  const refused: RefusedChange[] = [];
  const orRefuse = (index: number, action: () => void) => {
    try {
      action();
    } catch (error) {
      refused.push({ change: index, reason: (error as Error).message });
    }
  };
  const edits: Edit[] = [];
  for (const [index, change] of changes.entries()) {
    if ("input" in change.at.root) continue;
    orRefuse(index, () => {
      edits.push({
        index,
        path: pathText(change.at),
        ...paths.containerOf(change.at),
        ...newValue(change, paths, copies),
      });
    });
  }
  for (const edit of inOrder(edits)) orRefuse(edit.index, () => apply(edit, edits, reader));
  return refused;
}

/** A change with its values looked up. */
interface Edit {
  readonly index: number;
  readonly path: string;
  readonly container: Container;
  /** Of the part of the container. */
  readonly label: string;
  /** Undefined: the part is removed. */
  readonly to?: { readonly value: unknown };
}

function newValue({ to }: ValueChange, paths: ValuePaths, copies: ObjectCopies): Pick<Edit, "to"> {
  if ("gone" in to) return {};
  if ("undefined" in to) return { to: { value: undefined } };
  if ("path" in to) return { to: { value: paths.valueAt(to.path) } };
  return { to: { value: "copy" in to ? copies.create(to) : scalarValue({ type: to.type, value: to.scalar }) } };
}

/** First all that is set, from the front, so that arrays get no holes; then all that is removed, from the end, so that nothing moves. */
function inOrder(edits: readonly Edit[]): Edit[] {
  const position = ({ label }: Edit) => (/^\d+$/.test(label) ? Number(label) : -1);
  const set = edits.filter(({ to }) => to).sort((a, b) => position(a) - position(b));
  const removed = edits.filter(({ to }) => !to).sort((a, b) => position(b) - position(a));
  return [...set, ...removed];
}

function apply(edit: Edit, edits: readonly Edit[], reader: ObjectReader): void {
  const { container, label, path, to } = edit;
  try {
    if ("object" in container) {
      if (to) setPart(reader, { object: container.object, label, newKey: () => newKey(edit, edits) }, to.value);
      else removePart(reader, container.object, label);
    } else if (to) container.variable.set(to.value);
    else throw new Error("it is a variable");
  } catch (error) {
    throw new Error(`${path} cannot be ${to ? "changed" : "removed"}: ${(error as Error).message}`);
  }
}

/** The key of a new entry of a map: what its label says, or an object that is a change of its own. */
function newKey({ container, label }: Edit, edits: readonly Edit[]): Key | undefined {
  if (!isObjectEntry(label)) return keyFromText(label);
  const keyEdit = edits.find((each) => isSame(each.container, container) && each.label === objectKeyLabel(label));
  return keyEdit?.to && { key: keyEdit.to.value };
}

const isSame = (a: Container, b: Container) => "object" in a && "object" in b && a.object === b.object;
