const pool = "threads";
export default { test: { pool } };
