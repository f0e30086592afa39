// Of a package that has only prereleases, which is the lowest that any range (*) allows?
const assert = require("node:assert/strict");
const { resolve } = require("node:path");

const semver = require(resolve(process.argv[2] ?? "."));

const releases = ["2.0.0", "1.2.0", "0.9.0", "1.1.0"];
assert.equal(semver.minSatisfying(releases, "^1.0.0"), "1.1.0", "not the lowest release of the range");

const prereleases = ["1.0.0-beta.2", "1.0.0-beta.1"];
assert.equal(semver.minSatisfying(prereleases, "*"), "1.0.0-beta.1", "not the lowest of the prereleases");
