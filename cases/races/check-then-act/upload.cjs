// Uploads with the same name get a number behind it. Whether a name is free is asked first.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "uploads-"));

function freeName(name, callback, number = 0) {
  const { name: base, ext } = path.parse(name);
  const candidate = number === 0 ? name : `${base}-${number}${ext}`;
  fs.access(path.join(folder, candidate), (missing) => { // FIRST
    if (missing) return callback(null, candidate);
    freeName(name, callback, number + 1);
  });
}

function upload(name, content, callback) {
  freeName(name, (error, free) => {
    if (error) return callback(error);
    const stream = fs.createWriteStream(path.join(folder, free)); // SECOND
    stream.on("error", callback);
    stream.end(content, () => callback(null, free)); // SECOND
  });
}

const stored = [];
function done(error, name) {
  if (error) throw error;
  stored.push(name);
  if (stored.length === 2) finish();
}

function finish() {
  const names = fs.readdirSync(folder).sort();
  fs.rmSync(folder, { recursive: true });
  console.log(names.join(" "));
  if (names.length !== 2) process.exitCode = 1;
}

setTimeout(() => upload("holiday.jpg", "sea", done), 1);
setTimeout(() => upload("holiday.jpg", "mountains", done), 20);
