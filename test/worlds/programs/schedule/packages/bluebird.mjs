// An answer that takes 40 milliseconds is in time if it may take 50, even if the program is busy meanwhile.
import Bluebird from "bluebird";

const answer = new Bluebird((resolve) => setTimeout(resolve, 40, "done")).timeout(50);
const until = Date.now() + 60;
while (Date.now() < until);
await answer;
