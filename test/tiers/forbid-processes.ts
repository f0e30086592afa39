// Set-up of the unit tier: starting a process or opening a connection fails the test that does it. Not a mock: nothing
// stands in for the process, so a test that needs one has to move to another tier.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const starters = ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const;

for (const name of starters) {
  Object.assign(childProcess, {
    [name]: (command: string) => refuse(`${name}(${JSON.stringify(command)}) starts a process`),
  });
}
net.Socket.prototype.connect = () => refuse("connect() opens a connection");
net.Server.prototype.listen = () => refuse("listen() opens a server");
syncBuiltinESMExports();

function refuse(what: string): never {
  throw new Error(
    `${what}, which the unit tier does not allow. Name the file *.process.test.ts (see vitest.config.ts).`,
  );
}
