import { expect, test } from "vitest";
import { isLoopback, openHosts, refuseStrangers, tokenIn } from "../../src/web/server/access.ts";

const here = { host: "127.0.0.1", port: 8123 };

test.each([
  { host: "127.0.0.1:8123" },
  { host: "localhost:8123" },
  { host: "LOCALHOST:8123" },
  { host: "[::1]:8123" },
  { host: "127.0.0.1:8123", origin: "http://127.0.0.1:8123", "sec-fetch-site": "same-origin" },
  { host: "127.0.0.1:8123", "sec-fetch-site": "none" },
])("%o is our own page", (headers) => {
  expect(refuseStrangers(headers, here)).toBeUndefined();
});

test.each([
  ["a name that resolves to this machine", { host: "evil.example:8123" }],
  ["another port", { host: "127.0.0.1:80" }],
  ["no host", {}],
  ["another origin", { host: "127.0.0.1:8123", origin: "http://evil.example" }],
  ["another port of this machine", { host: "127.0.0.1:8123", origin: "http://127.0.0.1:3000" }],
  ["another name of this machine", { host: "127.0.0.1:8123", origin: "http://localhost:8123" }],
  ["a page in a frame without an origin", { host: "127.0.0.1:8123", origin: "null" }],
  ["an image on another site", { host: "127.0.0.1:8123", "sec-fetch-site": "cross-site" }],
  ["another server on this machine", { host: "127.0.0.1:8123", "sec-fetch-site": "same-site" }],
])("%s is refused", (_, headers) => {
  expect(refuseStrangers(headers, here)?.status).toBe(403);
});

test("a server for other machines knows its own name only", () => {
  const there = { host: "192.0.2.7", port: 80 };
  expect(refuseStrangers({ host: "192.0.2.7" }, there)).toBeUndefined();
  expect(refuseStrangers({ host: "localhost" }, there)?.status).toBe(403);
});

test.each(["127.0.0.1", "127.1.2.3", "localhost", "::1"])("%s is this machine", (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each(["0.0.0.0", "::", "192.0.2.7", "127.0.0.1.evil.example", ""])("%s is not", (host) => {
  expect(isLoopback(host)).toBe(false);
});

test("a token is read from its header alone", () => {
  expect(tokenIn({ authorization: "Bearer abc" })).toBe("abc");
  expect(tokenIn({ authorization: "Basic abc", cookie: "token=abc" })).toBe("");
});

test("an address that means all of them is none to open: those of the machine are", () => {
  const address = (address: string, internal = false) => ({
    ...{ address, internal, netmask: "", mac: "", cidr: null },
    ...(address.includes(":") ? { family: "IPv6" as const, scopeid: 0 } : { family: "IPv4" as const }),
  });
  const all = [
    ...[address("127.0.0.1", true), address("::1", true), address("192.0.2.7")],
    ...[address("2001:db8::7"), address("fe80::1")],
  ];
  expect(openHosts("0.0.0.0", all)).toEqual(["127.0.0.1", "192.0.2.7"]);
  expect(openHosts("::", all)).toEqual(["127.0.0.1", "192.0.2.7", "2001:db8::7"]);
  expect(openHosts("192.0.2.9", all)).toEqual(["192.0.2.9"]);
  const listening = { host: "0.0.0.0", port: 8123 };
  for (const host of openHosts("0.0.0.0")) {
    expect(refuseStrangers({ host: `${host}:8123` }, listening)).toBeUndefined();
  }
});
