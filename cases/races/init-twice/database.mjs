// A connection is made when it is first needed, which takes some time: two requests may both find that there is none.
import { readFile } from "node:fs/promises";
import { connect, createServer } from "node:net";

const server = createServer((socket) => {
  socket.setEncoding("utf8");
  socket.on("data", (text) => {
    if (text === "quit") socket.end();
    else socket.write(`rows for ${text}`);
  });
});
await new Promise((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
let connections = 0;
server.on("connection", () => connections++);

class Database {
  #socket;

  async query(text) {
    const socket = await this.#connected();
    socket.write(text);
    return new Promise((resolve) => {
      socket.once("data", (rows) => resolve(String(rows)));
    });
  }

  async close() {
    const socket = await this.#connected();
    socket.end("quit");
  }

  async #connected() {
    if (!this.#socket) {
      const password = (await readFile(new URL(import.meta.url))).length; // SECOND
      const socket = connect({ port: server.address().port, host: "127.0.0.1", password }); // SECOND
      await new Promise((resolve) => {
        socket.once("connect", resolve); // SECOND
      });
      socket.unref();
      this.#socket = socket;
    }
    return this.#socket;
  }
}

const database = new Database();
const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms)); // FIRST
const users = after(1).then(() => database.query("users"));
const orders = after(40).then(() => database.query("orders"));
console.log(await users, await orders);
await database.close();
server.close();
if (connections !== 1) throw new Error(`${connections} connections`);
