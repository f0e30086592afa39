"use strict";

const assert = require("node:assert/strict");
const { probe } = require("../src/probe.js");
const { report } = require("../src/report.js");

/** Sites of one team, which share a login. */
function team() {
  const seen = [];
  const fetch = async ({ url, cookie }) => {
    seen.push(url);
    if (url.includes("/login")) return { status: 302, cookies: ["team=blue; Domain=azurestaticapps.net; Path=/"] };
    if (url.includes("old")) return { status: 410 };
    return { status: cookie.includes("team=blue") ? 200 : 401 };
  };
  return { fetch, seen };
}

const sites = ["https://shop.azurestaticapps.net", "https://docs.azurestaticapps.net"];

describe("a probe", () => {
  it("logs in once", async () => {
    const { fetch, seen } = team();
    await probe(sites, { fetch, user: "ada lovelace" });
    assert.deepEqual(seen.filter((url) => url.includes("login")), [
      "https://shop.azurestaticapps.net/login?user=ada%20lovelace",
    ]);
  });

  it("visits every site with the session", async () => {
    const results = await probe(sites, { ...team(), user: "ada" });
    assert.deepEqual(results.map(({ status }) => status), [200, 200]);
  });

  it("reports broken sites first", () => {
    const lines = report([{ site: "a", status: 200 }, { site: "b", status: 500 }]).split("\n");
    assert.match(lines[0], /b \(500\)/);
  });
});
