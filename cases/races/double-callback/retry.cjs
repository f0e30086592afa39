// Reads a file, and again if that takes too long. The first attempt is not told that it was given up.
const fs = require("node:fs");

function withRetry(operation, { attempts, patience }, callback) {
  const timer = setTimeout(() => { // FIRST
    if (attempts > 1) withRetry(operation, { attempts: attempts - 1, patience }, callback);
    else callback(new Error("too slow"));
  }, patience);
  operation((error, result) => {
    clearTimeout(timer);
    callback(error, result);
  });
}

function countLines(path, callback) {
  fs.open(path, "r", (error, fd) => { // SECOND
    if (error) return callback(error);
    const buffer = Buffer.alloc(4096);
    fs.read(fd, buffer, 0, buffer.length, 0, (error, length) => { // SECOND
      fs.close(fd, () => { // SECOND
        if (error) return callback(error);
        callback(null, buffer.toString("utf8", 0, length).split("\n").length);
      });
    });
  });
}

let answers = 0;
withRetry((done) => countLines(__filename, done), { attempts: 2, patience: 30 }, (error, lines) => {
  answers++;
  console.log(error ? error.message : `${lines} lines`);
});
process.on("exit", () => {
  if (answers !== 1) process.exitCode = 1;
});
