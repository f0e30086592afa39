import { typeName } from "../program/names.ts";
import { type JavaClass, lineage } from "./class-table.ts";
import { boxes } from "./java-text.ts";

/** A list with its elements in an array. */
export interface ListShape {
  readonly shape: "list";
  readonly elements: string;
  /** The field with the number of elements; undefined: the length of the array. */
  readonly size?: string;
  /** Elements can be appended and removed. */
  readonly grows?: true;
}

/** How the contents of objects of a class are read. */
export type Shape =
  | ListShape
  | { readonly shape: "box"; readonly tag: string }
  | {
      readonly shape:
        | "enum"
        | "builder"
        | "bigInteger"
        | "bigDecimal"
        | "deque"
        | "linkedList"
        | "hashMap"
        | "properties"
        | "linkedMap"
        | "treeMap"
        | "set"
        | "smallList"
        | "fixedMap"
        | "fixedSet"
        | "entry"
        | "error"
        | "fields"
        | "opaque";
    };

/** A class, how it is read, and the classes of other people that extend it: their fields count too. */
export interface ShapedClass {
  readonly shape: Shape;
  readonly extensions: readonly JavaClass[];
}

const known: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(Object.entries(boxes).map(([name, tag]) => [`java.lang.${name}`, { shape: "box", tag }])),
  "java.lang.Enum": { shape: "enum" },
  "java.lang.AbstractStringBuilder": { shape: "builder" },
  "java.math.BigInteger": { shape: "bigInteger" },
  "java.math.BigDecimal": { shape: "bigDecimal" },
  "java.util.ArrayList": { shape: "list", elements: "elementData", size: "size", grows: true },
  "java.util.Vector": { shape: "list", elements: "elementData", size: "elementCount", grows: true },
  "java.util.PriorityQueue": { shape: "list", elements: "queue", size: "size" },
  "java.util.Arrays$ArrayList": { shape: "list", elements: "a" },
  "java.util.ImmutableCollections$ListN": { shape: "list", elements: "elements" },
  "java.util.concurrent.CopyOnWriteArrayList": { shape: "list", elements: "array" },
  "java.util.ArrayDeque": { shape: "deque" },
  "java.util.LinkedList": { shape: "linkedList" },
  "java.util.LinkedHashMap": { shape: "linkedMap" },
  "java.util.HashMap": { shape: "hashMap" },
  "java.util.concurrent.ConcurrentHashMap": { shape: "hashMap" },
  "java.util.Properties": { shape: "properties" },
  "java.util.Hashtable": { shape: "hashMap" },
  "java.util.TreeMap": { shape: "treeMap" },
  "java.util.HashSet": { shape: "set" },
  "java.util.TreeSet": { shape: "set" },
  "java.util.ImmutableCollections$List12": { shape: "smallList" },
  "java.util.ImmutableCollections$MapN": { shape: "fixedMap" },
  "java.util.ImmutableCollections$Map1": { shape: "fixedMap" },
  "java.util.ImmutableCollections$SetN": { shape: "fixedSet" },
  "java.util.ImmutableCollections$Set12": { shape: "fixedSet" },
  "java.util.HashMap$Node": { shape: "entry" },
  "java.util.TreeMap$Entry": { shape: "entry" },
  "java.lang.Throwable": { shape: "error" },
};

/** Nothing of them is state of the program. */
const plainBases = new Set(["java.lang.Object", "java.lang.Record", "java.lang.Number"]);

export function shapeOf(javaClass: JavaClass): ShapedClass {
  if (isMadeAtRunTime(javaClass.name)) return { shape: { shape: "opaque" }, extensions: [] };
  const classes = lineage(javaClass);
  const base = classes.findIndex(({ name }) => name in known);
  if (base !== -1) return { shape: known[classes[base]!.name]!, extensions: classes.slice(0, base).filter(isForeign) };
  if (isForeign(javaClass) || isTransparent(javaClass)) return { shape: { shape: "fields" }, extensions: classes };
  return { shape: { shape: "opaque" }, extensions: [] };
}

/** Whether fields that a class declares are captured. */
export function isTransparent({ name }: Pick<JavaClass, "name">): boolean {
  if (plainBases.has(name)) return true;
  return transparent.test(name) && !handles.test(name);
}

const transparent =
  /^java\.(?:util\.(?:concurrent\.atomic\.\w+|[A-Z][\w$]*)|time\.(?:Local\w+|Duration|Instant|Period|Year|YearMonth|MonthDay))$/;
/** Those, and maps whose order is another one in each run. */
const handles =
  /^java\.util\.(?:IdentityHashMap|WeakHashMap|Scanner|Timer\w*|Formatter|Locale|Currency|ResourceBundle|TimeZone|ServiceLoader)/;

/** `List`, `Set` or `Map` for what `List.of`, `Set.of` and `Map.of` make: which of several classes that is depends on the size. */
export function shownType({ name, signature }: Pick<JavaClass, "name" | "signature">): string {
  return /^java\.util\.ImmutableCollections\$(List|Set|Map)(?:N|1|12)$/.exec(name)?.[1] ?? typeName(signature);
}

/** Not of Java itself. */
export function isForeign({ name }: Pick<JavaClass, "name">): boolean {
  return !/^(?:java|javax|jdk|sun|com\.sun)\./.test(name);
}

/** Lambda expressions and proxies: their classes have other names in every run. */
export function isMadeAtRunTime(name: string): boolean {
  return /\$\$Lambda|\$Proxy\d+$/.test(name);
}
