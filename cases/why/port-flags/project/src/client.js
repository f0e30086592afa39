import * as defaults from "./defaults.js";

/** Asks a board. What cannot be answered is off: a flag must never break the page. */
export function createClient({ port = defaults.port, host = defaults.host } = {}) {
  const ask = async (path) => {
    const response = await fetch(`http://${host}:${port}${path}`, { headers: { connection: "close" } });
    return response.ok ? response.json() : undefined;
  };
  return {
    async names() {
      return (await ask("/flags")) ?? [];
    },
    async isOn(name, user) {
      const answer = await ask(`/flags/${name}?user=${encodeURIComponent(user)}`);
      return answer?.on ?? false;
    },
  };
}
