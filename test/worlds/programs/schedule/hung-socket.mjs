// The server never answers and takes no more connections: both ends wait for ever.
import { createServer, connect } from "node:net";

const server = createServer(() => {}).listen(0, () => {
  connect(server.address().port).on("connect", () => server.close());
});
