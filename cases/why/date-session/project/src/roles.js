const rights = {
  reader: ["GET"],
  editor: ["GET", "POST", "PUT"],
  admin: ["GET", "POST", "PUT", "DELETE"],
};

const open = [/^\/$/, /^\/health$/, /^\/assets\//];

/** Whether a route can be used by everybody. */
export function isOpen(path) {
  return open.some((pattern) => pattern.test(path));
}

/** Whether a role may use a method. */
export function mayUse(role, method) {
  return rights[role]?.includes(method) ?? false;
}
