// Check, then act, with a wait between the two.
import { stat } from "node:fs/promises";

let connection;
let made = 0;
async function connect() {
  if (connection === undefined) {
    await stat(import.meta.filename ?? new URL(import.meta.url).pathname);
    made++;
    connection = { number: made };
  }
  return connection;
}

setTimeout(connect, 5);
setTimeout(connect, 6);
process.on("exit", () => {
  console.log(`made ${made}`);
  if (made !== 1) process.exitCode = 1;
});
