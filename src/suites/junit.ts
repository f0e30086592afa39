/** A test in a report in JUnit's XML, which many runners write. */
export interface JunitCase {
  readonly className: string;
  readonly name: string;
  /** Not all runners write it. */
  readonly file: string;
  /** The markup inside: failures, output. */
  readonly content: string;
}

const testCase = /<testcase\s([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs;

export function junitCases(report: string): JunitCase[] {
  return [...report.matchAll(testCase)].map(([, attributes = "", content = ""]) => {
    const attribute = (name: string) => plainText(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
    return { className: attribute("classname"), name: attribute("name"), file: attribute("file"), content };
  });
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function plainText(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name = "") =>
    code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
