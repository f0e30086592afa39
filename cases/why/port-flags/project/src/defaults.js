export const host = "127.0.0.1";
export const port = 47613;
/** How many ports are tried, one after the other. */
export const maxPorts = 8;
