// Says itself whether what it prints fits what it read: then what was read, changed too late, is a failure too.
function shown(words) {
  const lines = [];
  for (const word of words) {
    const line = format(word);
    lines.push(line);
  }
  return lines;
}

function format(word) {
  const width = word.length > 5 ? 5 : word.length;
  return word.slice(0, width);
}

function main(words) {
  const lines = shown(words);
  for (const line of lines) console.log(line);
  process.exitCode = lines.join(" ") === words.join(" ") ? 0 : 1;
}

main(process.argv.slice(2));
