import { expect, test } from "vitest";
import { defectLines, type Syntax } from "../../../bench/state-suites/defect-lines.ts";

function find(syntax: Syntax, correct: readonly string[], faulty: readonly string[], executable: readonly number[]) {
  return defectLines({ correct: correct.join("\n"), faulty: faulty.join("\n"), executable, syntax });
}

test("a changed line is defective, comments and blanks are no change", () => {
  const correct = ["int a;", "f(a);  ", "g(a >= 1);", "h();"];
  const faulty = ["int a;", "", "f(a); /* the", "same */", "g(a > 1); /* changed */", "h();"];
  expect(find("c", correct, faulty, [3, 5, 6])).toEqual([5]);
});

test("includes and prototypes are no change", () => {
  const correct = ["#include <stdio.h>", "extern int f(int a);", "f(1);", "g();"];
  expect(find("c", correct, ["f(2);", "g();"], [1, 2])).toEqual([1]);
});

test("where code is missing, the line before and the line after count", () => {
  const correct = ["def f():", "    a()", "    b()", "    c()"];
  const faulty = ["def f():", "    a()", "", "    c()", '"""', "Says what f is for", '"""'];
  expect(find("python", correct, faulty, [1, 2, 4])).toEqual([2, 4]);
  expect(find("c", ["a();", "b();"], ["a();", "/* b();", "*/"], [1])).toEqual([1]);
});

test("a changed line without code counts like a missing one", () => {
  expect(find("c", ["int a[10];", "f();"], ["int a[9];", "f();"], [2])).toEqual([2]);
});

test("a changed constant counts as the lines that use it", () => {
  const correct = ["#define SIZE 10", "#define SIZE2 10", "f();", "g(SIZE);", "h(SIZE2);"];
  const faulty = ["#define SIZE 11", ...correct.slice(1)];
  expect(find("c", correct, faulty, [3, 4, 5])).toEqual([4]);
});

test("indentation is code in Python only", () => {
  expect(find("python", ["if a:", "    b()", "c()"], ["if a:", "    b()", "    c()"], [1, 2, 3])).toEqual([3]);
  expect(find("c", ["if (a)", "  b();"], ["if (a)", "b();"], [1, 2])).toEqual([]);
});
