"use strict";

const { Session } = require("./session.js");

/** Logs in at the first site and visits all of them; `fetch` is given a request and resolves to an answer. */
async function probe(sites, { fetch, user }) {
  const session = new Session();
  const login = await fetch({ url: `${sites[0]}/login?user=${encodeURIComponent(user)}`, cookie: "" });
  session.receive(sites[0], login.cookies ?? []);
  const results = [];
  for (const site of sites) {
    const { status } = await fetch({ url: `${site}/`, cookie: session.headerFor(site) });
    results.push({ site, status });
  }
  return results;
}

module.exports = { probe };
