// An editor saves a while after each change, to a file aside first. Two saves can be under way, and the older one may come
// last.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "autosave-"));

class Editor {
  constructor(file) {
    this.file = file;
    this.text = "";
    this.saves = 0;
  }

  type(more) {
    this.text += more;
    setTimeout(() => this.save(), 10);
  }

  save() {
    const aside = `${this.file}.${++this.saves}`;
    fs.writeFile(aside, this.text, (error) => { // FIRST, SECOND
      if (error) throw error;
      fs.rename(aside, this.file, (error) => { // FIRST, SECOND
        if (error) throw error;
      });
    });
  }
}

const editor = new Editor(path.join(folder, "letter.txt"));
setTimeout(() => editor.type("Dear Ann, "), 1);
setTimeout(() => editor.type("how are you?"), 60);
process.on("exit", () => {
  const saved = fs.readFileSync(editor.file, "utf8");
  fs.rmSync(folder, { recursive: true });
  console.log(saved);
  if (saved !== editor.text) process.exitCode = 1;
});
