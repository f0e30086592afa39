"use strict";

const assert = require("node:assert/strict");
const { Session } = require("../src/session.js");

describe("a session", () => {
  it("sends a cookie back to its site", () => {
    const session = new Session();
    session.receive("https://example.org/login", ["id=7; Path=/"]);
    assert.equal(session.headerFor("https://example.org/"), "id=7");
    assert.equal(session.headerFor("https://other.org/"), "");
  });

  it("does not send a secure cookie over a plain connection", () => {
    const session = new Session();
    session.receive("https://example.org/", ["id=7; Secure"]);
    assert.equal(session.headerFor("http://example.org/"), "");
  });

  it("drops what is no cookie of the site", () => {
    const session = new Session();
    session.receive("https://example.org/", ["id=7; Domain=other.org"]);
    assert.equal(session.headerFor("https://other.org/"), "");
  });

  it("forgets", () => {
    const session = new Session();
    session.receive("https://example.org/", ["id=7"]);
    session.forget();
    assert.equal(session.headerFor("https://example.org/"), "");
  });
});
