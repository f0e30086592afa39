// A table of as many rows as it is told; one row, number 4321, has the value that it is told.
const make = {
  objects: (number, value) => ({ number, value }),
  lists: (number, value) => [number, value],
};
const valueOf = (row) => (Array.isArray(row) ? row[1] : typeof row === "object" ? row.value : row);

function look(rows) {
  const all = rows instanceof ArrayBuffer ? [...new Uint8Array(rows)] : [...rows];
  console.log(all.reduce((sum, row) => sum + valueOf(row), 0) > all.length ? "dear" : "cheap");
}

const [kind, size, value] = process.argv.slice(2);
const values = Array.from({ length: Number(size) }, (_, i) => (i === 4321 ? Number(value) : 1));
if (kind === "buffer") look(Buffer.from(values));
else if (kind === "floats") look(Float64Array.from(values));
else if (kind === "bytes") look(Uint8Array.from(values).buffer);
else look(values.map((each, i) => make[kind](i, each)));
