import { expect, test } from "vitest";
import { lockText } from "../../../../src/versions/packages/locked/locked-context.ts";

test("a lockfile that git could not merge is refused, with the line", () => {
  const text = "a==1\n<<<<<<< HEAD\nb==1\n=======\nb==2\n>>>>>>> other\n";
  const side = { name: "the working tree", lockfile: "requirements.txt", read: () => text };
  expect(() => lockText(side)).toThrow(/requirements.txt of the working tree has the marks of a merge in line 2/);
  expect(lockText({ ...side, read: () => "a==1\n" })).toBe("a==1\n");
  expect(() => lockText({ ...side, read: () => undefined })).toThrow(
    "There is no requirements.txt in the working tree.",
  );
});
