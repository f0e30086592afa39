export default { test: { include: ["*.vitest.mjs"], pool: "forks" } };
