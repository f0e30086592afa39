// A pool of two connections. A query that fails gives its connection back, and so does one that is given up; it can be both.
const fs = require("node:fs");

class Pool {
  constructor(size) {
    this.free = Array.from({ length: size }, (_, number) => ({ number, users: 0 }));
  }

  take() {
    const connection = this.free.pop();
    connection.users++;
    return connection;
  }

  give(connection) {
    connection.users--;
    this.free.push(connection);
  }
}

function query(pool, path, { patience }, callback) {
  const connection = pool.take();
  let givenUp = false;
  const timer = setTimeout(() => { // FIRST
    givenUp = true;
    pool.give(connection);
    callback(new Error("given up"));
  }, patience);
  fs.readFile(path, "utf8", (error, text) => { // SECOND
    clearTimeout(timer);
    if (error) pool.give(connection);
    if (givenUp) return;
    if (!error) pool.give(connection);
    callback(error, text);
  });
}

const pool = new Pool(2);
query(pool, __filename, { patience: 50 }, (error) => console.log(error?.message ?? "found"));
query(pool, `${__filename}.missing`, { patience: 50 }, (error) => console.log(error.code ?? error.message));
process.on("exit", () => {
  const numbers = pool.free.map(({ number }) => number).sort();
  console.log(`free: ${numbers.join(" ")}`);
  if (numbers.join() !== "0,1") process.exitCode = 1;
});
