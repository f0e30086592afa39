// What kind of upgrade does a range offer, and does it stay within the major version?
const assert = require("node:assert/strict");
const { resolve } = require("node:path");

const semver = require(resolve(process.argv[2] ?? "."));

assert.equal(semver.major("1.3.0-beta.1"), 1, "another major version");
assert.equal(semver.diff("1.2.3", "1.2.3"), null, "an upgrade to itself");
assert.equal(semver.diff("1.2.3", "2.0.0"), "major", "another kind of upgrade to a release");
assert.equal(semver.diff("1.2.3", "1.3.0-beta.1"), "preminor", "another kind of upgrade to a prerelease");

const offered = semver.maxSatisfying(["1.2.3", "1.3.0-beta.1", "0.9.0"], ">=1.2.3");
assert.equal(semver.major(offered), 1, "another major version is offered");
assert.equal(semver.diff("1.2.3", offered), "preminor", "the prerelease is not offered");
