import { expect, test } from "vitest";
import { mountsBelow } from "../../../src/trial/isolation/mounts.ts";

const table = [
  "21 28 0:19 / /proc rw,nosuid - proc proc rw",
  "28 1 254:0 / / rw,relatime - ext4 /dev/root rw",
  "40 28 0:50 / /home/ann/shop rw,relatime shared:5 - ext4 /dev/vdb rw",
  "41 40 0:51 / /home/ann/shop/web/node_modules rw - tmpfs none rw",
  "42 40 0:52 / /home/ann/shop/with\\040space\\134 rw - tmpfs none rw",
  "43 28 0:53 / /home/ann/shop-2/data rw - tmpfs none rw",
  "",
].join("\n");

test("mounts are found below a folder, and not at it or beside it", () => {
  expect(mountsBelow("/home/ann/shop", table)).toEqual(["web/node_modules", "with space\\"]);
  expect(mountsBelow("/home/ann/shop/web/node_modules", table)).toEqual([]);
});
