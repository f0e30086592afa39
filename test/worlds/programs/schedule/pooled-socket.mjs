// A pool forgets a connection when it has closed: who asks between its end and that gets a dead one.
import net from "node:net";

const server = net.createServer((socket) => socket.resume());
server.listen(0, "127.0.0.1", () => {
  const socket = net.connect(server.address().port, "127.0.0.1");
  const pool = new Set([socket]);
  socket.on("close", () => pool.delete(socket));
  socket.on("connect", () => {
    setTimeout(() => socket.destroy(), 10);
    setTimeout(() => {
      const [found] = pool;
      console.log(found === undefined ? "none left" : found.destroyed ? "a dead one" : "a live one");
      process.exitCode = found?.destroyed ? 1 : 0;
      server.close();
    }, 11);
  });
});
