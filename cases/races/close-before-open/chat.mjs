// A chat client that says goodbye when its window is closed. If it was closed before the connection was there, there is
// nobody to say it to.
import { connect, createServer } from "node:net";

const server = createServer((socket) => {
  socket.setEncoding("utf8");
  socket.on("data", (text) => {
    if (text.includes("bye")) socket.end();
  });
});
await new Promise((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});

class Client {
  #socket;

  open(port) {
    const socket = connect(port, "127.0.0.1"); // SECOND
    socket.on("connect", () => {
      this.#socket = socket;
      socket.write("hello\n");
    });
    socket.on("close", () => server.close());
  }

  close() {
    this.#socket.write("bye\n");
  }
}

const client = new Client();
client.open(server.address().port);
setTimeout(() => client.close(), 30); // FIRST
