// Which channel is a prerelease of, when its name also tells the branch it was built from?
const assert = require("node:assert/strict");
const { resolve } = require("node:path");

const semver = require(resolve(process.argv[2] ?? "."));

assert.equal(semver.prerelease("1.2.3"), null, "a release has a channel");
assert.deepEqual(semver.prerelease("1.2.3-beta.1"), ["beta", 1], "another channel");

const branch = "a-branch-with-quite-a-long-name".repeat(10);
assert.deepEqual(semver.prerelease(`1.2.3-beta.${branch}`), ["beta", branch], "no channel for a long name");
