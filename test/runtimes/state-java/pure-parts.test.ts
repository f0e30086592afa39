import { describe, expect, test } from "vitest";
import { readEvents } from "../../../runtimes/state-java/jdwp/events.ts";
import { PacketReader } from "../../../runtimes/state-java/jdwp/packet-reader.ts";
import { PacketWriter } from "../../../runtimes/state-java/jdwp/packet-writer.ts";
import type { JavaValue } from "../../../runtimes/state-java/jdwp/values.ts";
import type { JavaClass } from "../../../runtimes/state-java/memory/class-table.ts";
import {
  bigDecimalText,
  bigIntegerText,
  keyLabel,
  keyWithLabel,
  plainText,
  plainValue,
} from "../../../runtimes/state-java/memory/java-text.ts";
import { shapeOf } from "../../../runtimes/state-java/memory/shapes.ts";
import { ArrivalFilter, watchedAt } from "../../../runtimes/state-java/places/arrival-filter.ts";
import { decodeBytecode } from "../../../runtimes/state-java/places/bytecode.ts";
import { codeWithLines, lineAt, visitsTo, withinLine } from "../../../runtimes/state-java/places/method-code.ts";
import { isGetter } from "../../../runtimes/state-java/program/generated-methods.ts";
import { className, isMeant, methodName, packagePath, typeName } from "../../../runtimes/state-java/program/names.ts";
import { OwnClass } from "../../../runtimes/state-java/program/own-class.ts";
import { SourceFiles } from "../../../runtimes/state-java/program/source-files.ts";

const allValues: JavaValue[] = [
  { tag: "Z", value: true },
  { tag: "B", value: -1 },
  { tag: "C", value: 0xffff },
  { tag: "S", value: -2 },
  { tag: "I", value: -3 },
  { tag: "J", value: -(2n ** 63n) },
  { tag: "F", value: 0.5 },
  { tag: "D", value: -1e300 },
  { tag: "L", value: 7n },
  { tag: "s", value: 8n },
];

describe("packets", () => {
  test("values are read as they were written", () => {
    const writer = new PacketWriter();
    for (const value of allValues) writer.value(value);
    const reader = new PacketReader(writer.string("é€").bytes());
    expect(allValues.map(() => reader.value())).toEqual(allValues);
    expect(reader.string()).toBe("é€");
  });

  test("elements of plain types have no tags of their own", () => {
    const plain = new PacketWriter().byte("I".charCodeAt(0)).int(2).int(4).int(5).bytes();
    expect(new PacketReader(plain).arrayRegion()).toEqual([4, 5].map((value) => ({ tag: "I", value })));
    const things = new PacketWriter().byte("L".charCodeAt(0)).int(1).value({ tag: "s", value: 9n }).bytes();
    expect(new PacketReader(things).arrayRegion()).toEqual([{ tag: "s", value: 9n }]);
  });

  test("events at the same moment come together", () => {
    const location = { typeTag: 1, type: 5n, method: 6n, index: 7 };
    const data = new PacketWriter().byte(2).int(3);
    data.byte(2).int(11).id(3n).location(location);
    data.byte(8).int(12).id(3n).byte(1).id(5n).string("LSort;").int(7);
    data.byte(99).int(0);
    expect(readEvents(new PacketReader(data.bytes()))).toEqual({
      suspended: 2,
      events: [
        { kind: "breakpoint", request: 11, thread: 3n, location },
        { kind: "class", thread: 3n, typeTag: 1, type: 5n, signature: "LSort;" },
        { kind: "death" },
      ],
    });
  });
});

// for (int i = 0; i < n; i++)   2
//   f();                        3
// return;                       4
const loop = Buffer.from([
  ...[0x03, 0x3c], // 0: iconst_0, istore_1
  ...[0x1b, 0x1a, 0xa2, 0x00, 0x0c], // 2: iload_1, iload_0, if_icmpge 16
  ...[0xb8, 0x00, 0x01], // 7: invokestatic
  ...[0x84, 0x01, 0x01], // 10: iinc
  ...[0xa7, 0xff, 0xf5], // 13: goto 2
  0xb1, // 16: return
]);
const lines = [
  { index: 0, line: 2 },
  { index: 7, line: 3 },
  { index: 10, line: 2 },
  { index: 16, line: 4 },
];

describe("lines of code", () => {
  test("bytecode is read instruction by instruction", () => {
    const decoded = decodeBytecode(loop);
    expect(decoded.map(({ address }) => address)).toEqual([0, 1, 2, 3, 4, 7, 10, 13, 16]);
    expect(decoded.find(({ address }) => address === 4)).toMatchObject({ targets: [16], fallsThrough: true });
    expect(decoded.find(({ address }) => address === 13)).toMatchObject({ targets: [2], fallsThrough: false });
    expect(decoded.at(-1)).toMatchObject({ targets: [], fallsThrough: false });
  });

  test("switches, wide instructions and calls through interfaces have lengths of their own", () => {
    const numbers = (...values: number[]) => values.flatMap((value) => [...new PacketWriter().int(value).bytes()]);
    const table = [0x03, 0xaa, 0, 0, ...numbers(30, 5, 6, 40, 41)];
    const lookup = [0xab, 0, 0, 0, ...numbers(50, 1, 9, 60)];
    const rest = [0xc4, 0x84, 0, 1, 0, 1, 0xc4, 0x15, 0, 1, 0xb9, 0, 1, 1, 0, 0xc8, ...numbers(-5), 0xbf];
    const decoded = decodeBytecode(Buffer.from([...table, ...lookup, ...rest]));
    expect(decoded.map(({ address }) => address)).toEqual([0, 1, 24, 44, 50, 54, 59, 64]);
    expect(decoded[1]).toMatchObject({ targets: [31, 41, 42], fallsThrough: false });
    expect(decoded[2]).toMatchObject({ targets: [74, 84], fallsThrough: false });
    expect(decoded[6]!.targets).toEqual([54]);
  });

  test("a visit to a line begins where control comes from another line", () => {
    const code = codeWithLines(decodeBytecode(loop), lines);
    expect([1, 2, 3, 4].map((line) => visitsTo(code, line))).toEqual([[], [0, 10], [7], [16]]);
    expect([0, 4, 8, 13, 16].map((index) => lineAt(code, index))).toEqual([2, 2, 3, 2, 4]);
    expect(code.jumpsTo(2).map(({ address }) => address)).toEqual([13]);
    expect(withinLine(code, 2).map(({ address }) => address)).toEqual([1, 13]);
    expect(withinLine(code, 10)).toEqual([]);
  });

  test("jumps within a call are told from calls, in each thread", () => {
    const { methods } = new OwnClass({ typeTag: 1, type: 1n, signature: "LA;", file: "/A.java" }, [
      { id: 2n, name: "f", signature: "()V", modifiers: 8 },
    ]);
    const filter = new ArrivalFilter();
    const arrive = (role: "hit" | "jump" | "past", thread = 1n) =>
      filter.isHit({ role, method: methods[0]!, about: "call" }, { thread });
    expect([arrive("hit"), arrive("jump"), arrive("hit"), arrive("hit")]).toEqual([true, false, false, true]);
    expect([arrive("jump"), arrive("hit", 2n), arrive("past"), arrive("hit")]).toEqual([false, true, false, true]);
    const watched = new Map([
      [1, { role: "jump" as const }],
      [2, { role: "hit" as const }],
    ]);
    const location = { typeTag: 1, type: 1n, method: 2n, index: 0 };
    const arrivals = [1, 2, 3].map((request) => ({ kind: "breakpoint" as const, request, thread: 1n, location }));
    expect(watchedAt(arrivals, watched).map(({ role }) => role)).toEqual(["hit", "jump"]);
  });
});

describe("names", () => {
  test("classes, types and methods have the names that people write", () => {
    expect(["Lshop/Cart$Item;", "LSort$1;", "LSort$1Local;", "LA$B$C;"].map(className)).toEqual([
      ...["shop.Cart.Item", "Sort$1", "Sort$1Local", "A.B.C"],
    ]);
    expect(["I", "[[J", "Ljava/lang/String;", "[Lshop/Cart$Item;"].map(typeName)).toEqual([
      ...["int", "long[][]", "String", "Cart.Item[]"],
    ]);
    expect(methodName("Lshop/Cart$Item;", "total")).toBe("Cart.Item.total");
    expect(["Lshop/a/Cart;", "LSort;"].map(packagePath)).toEqual(["shop/a", ""]);
  });

  test("a method is meant by its name alone, with its class, or in full", () => {
    const isTotal = (written: string) => isMeant("Lshop/Cart$Item;", "total", written);
    const names = ["total", "Item.total", "Cart.Item.total", "shop.Cart.Item.total", "Cart$Item#total"];
    expect(names.map(isTotal)).toEqual([true, true, true, true, true]);
    expect(["otal", "tem.total", "Cart.total", "shop.Cart.Item", "totals"].some(isTotal)).toBe(false);
    expect(["<init>", "Item.<init>", "Item.Item"].every((each) => isMeant("LItem;", "<init>", each))).toBe(true);
    expect(isMeant("LSort;", "lambda$main$0", "lambda$main$0")).toBe(true);
  });

  test("what the compiler adds is none of the program's methods", () => {
    const method = (name: string, modifiers: number) => ({ id: 1n, name, signature: "()V", modifiers });
    const all = [
      ...[method("f", 1), method("bridge", 0x1041), method("access$0", 0x1008), method("lambda$f$0", 0x100a)],
      ...[method("none", 0x401), method("other", 0x101), method("added", -0xfffffff)],
    ];
    const { methods } = new OwnClass({ typeTag: 1, type: 1n, signature: "LA;", file: "/A.java" }, all);
    expect(methods.map(({ name }) => name)).toEqual(["A.f", "A.lambda$f$0"]);
  });

  test("a method that only returns a field is recognised", () => {
    const codes = [[0x2a, 0xb4, 0, 7, 0xac], [0x2a, 0xb4, 0, 7, 0x57], [0x2a, 0xb6, 0, 7, 0xb0], [0xb1]];
    expect(codes.map((code) => isGetter(Buffer.from(code)))).toEqual([true, false, false, false]);
  });

  test("own files are found by their package, near the classes", () => {
    const paths = ["/w/a/Main.java", "/w/b/Main.java", "/w/b/src/shop/Cart.java", "/w/shop/Cart.java"];
    const files = new SourceFiles("/w", paths);
    expect(files.find("shop", "Cart.java")).toBe("/w/shop/Cart.java");
    expect(files.find("shop", "Cart.java", ["/w/b/out"])).toBe("/w/b/src/shop/Cart.java");
    expect(files.find("", "Main.java", ["/w/b"])).toBe("/w/b/Main.java");
    expect(files.find("other", "Cart.java")).toBeUndefined();
    expect(["shop", "hop", "b/src/shop", ""].map((each) => files.hasPackage(each))).toEqual([true, false, true, true]);
  });
});

describe("texts of values", () => {
  test("values have the texts of Java, and are made from them again", () => {
    const texts = ["true", "-1", "'\\uffff'", "-2", "-3", String(-(2n ** 63n)), "0.5", "-1e+300"];
    const plain = allValues.slice(0, 8);
    expect(plain.map(plainText).map((text) => text.replace("\uffff", "\\uffff"))).toEqual(texts);
    for (const value of plain) expect(plainValue(value.tag, plainText(value))).toEqual(value);
    const doubles = [1, -0, Number.NaN, Number.POSITIVE_INFINITY].map((value) => plainText({ tag: "D", value }));
    expect(doubles).toEqual(["1.0", "-0.0", "NaN", "Infinity"]);
    expect(plainText({ tag: "F", value: Math.fround(0.1) })).toBe("0.1");
  });

  test.each(["a", "'", '"', "\\", "\n", "\0", "\u0085", "é", "\ud800"])("the character %j", (character) => {
    const value = { tag: "C", value: character.charCodeAt(0) };
    expect(plainValue("C", plainText(value))).toEqual(value);
  });

  test("texts that are no value of a type are refused", () => {
    const wrong = [
      ...[
        ["B", "128"],
        ["I", "2147483648"],
        ["I", "1.5"],
        ["Z", "1"],
        ["C", "a"],
        ["C", "'ab'"],
        ["D", "x"],
        ["L", "1"],
      ],
    ];
    for (const [tag, text] of wrong) expect(plainValue(tag!, text!)).toBeUndefined();
  });

  test("keys of maps are labelled with their types, and found by their labels", () => {
    const keys = [
      ...[
        ["String", '"x"'],
        ["Integer", "3"],
        ["Long", "3"],
        ["Short", "3"],
        ["Byte", "-3"],
        ["Character", "'c'"],
      ],
      ...[
        ["Boolean", "true"],
        ["Float", "2.5"],
        ["Double", "2.5"],
        ["Double", "1e+300"],
      ],
    ] as [string, string][];
    const labels = keys.map(([type, text]) => keyLabel(type, text));
    expect(new Set(labels).size).toBe(keys.length);
    for (const [i, [type, text]] of keys.entries()) expect(keyWithLabel(labels[i]!)).toEqual({ type, text });
    expect(keyWithLabel("Color.RED")).toBeUndefined();
  });

  test("large numbers", () => {
    expect(bigIntegerText(-1, [1, -1])).toBe(String(-(2n ** 33n - 1n)));
    expect(bigIntegerText(0, [])).toBe("0");
    expect(
      [
        ["150", 2],
        ["-5", 3],
        ["7", 0],
        ["7", -2],
      ].map(([text, scale]) => bigDecimalText(text as string, scale as number)),
    ).toEqual([...["1.50", "-0.005", "7", "7E+2"]]);
  });
});

describe("how objects are read", () => {
  const javaClass = (name: string, superclass?: JavaClass): JavaClass => ({
    type: 1n,
    signature: `L${name.replaceAll(".", "/")};`,
    name,
    superclass,
    fields: [],
    staticFields: [],
  });
  const root = javaClass("java.lang.Object");
  const shape = (found: JavaClass) => shapeOf(found).shape.shape;

  test("collections and numbers of Java are known, also where others extend them", () => {
    const list = javaClass("java.util.ArrayList", root);
    expect(shape(list)).toBe("list");
    expect(shapeOf(javaClass("shop.Items", list))).toMatchObject({
      shape: { shape: "list", grows: true },
      extensions: [{ name: "shop.Items" }],
    });
    expect(shape(javaClass("java.util.LinkedHashMap", javaClass("java.util.HashMap", root)))).toBe("linkedMap");
    expect(shape(javaClass("shop.Broken", javaClass("java.lang.Throwable", root)))).toBe("error");
  });

  test("own objects are what their fields hold; of handles only the class is known", () => {
    expect(shape(javaClass("shop.Cart", root))).toBe("fields");
    expect(shape(javaClass("java.util.Random", root))).toBe("fields");
    const handles = [
      "java.lang.Thread",
      "java.io.PrintStream",
      "java.util.Scanner",
      "Sort$$Lambda$14/0x08",
      "shop.$Proxy3",
    ];
    expect(handles.map((name) => shape(javaClass(name, root)))).toEqual(handles.map(() => "opaque"));
  });
});
