/** `main TEMPLATE DATA`: fills a template with data of a JSON file. */
import { readFileSync } from "node:fs";
import { TemplateError } from "./lexer.js";
import { parseTemplate } from "./parser.js";
import { render } from "./renderer.js";

process.exitCode = main(process.argv.slice(2));

function main([template, data]: readonly string[]): number {
  if (template === undefined || data === undefined) {
    console.error("usage: main TEMPLATE DATA");
    return 2;
  }
  try {
    const tree = parseTemplate(readFileSync(template, "utf8"));
    process.stdout.write(render(tree, JSON.parse(readFileSync(data, "utf8"))));
    return 0;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    console.error(`${template}: ${error.message}`);
    return 1;
  }
}
