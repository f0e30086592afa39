/** A bug that one published version has and the one before it has not. */
export interface RealRegression {
  readonly name: string;
  readonly kind: "plain" | "bundle" | "build" | "monorepo";
  readonly versions: Published | Workspaces | Revisions;
  /** Pinned packages that the test or the build needs: of npm as `name@1.0.0`, of PyPI as `name==1.0.0`. */
  readonly needs?: readonly string[];
  /** A shell command; `$NEEDS` is the folder with the packages above. */
  readonly build?: string;
  /** The test: a program that is run in the tree of a version. */
  readonly check: { readonly language: "cjs" | "mjs" | "py"; readonly text: string };
  readonly truth: Truth;
}

/** Two versions of one package. */
export interface Published {
  readonly registry: "npm" | "pypi";
  readonly package: string;
  readonly old: string;
  readonly new: string;
}

/** Several packages of npm, laid out as the workspaces of one project. */
export interface Workspaces {
  readonly old: readonly string[];
  readonly new: readonly string[];
}

/** Two revisions of a repository that `--from DIR` holds under this name. */
export interface Revisions {
  readonly repository: string;
  readonly old: string;
  readonly new: string;
}

/** What is known about the cause from the later fix or the release notes, written down before the first run. */
export interface Truth {
  readonly file: RegExp;
  /** Occurs in the old or the new text of a place in that file. */
  readonly text: RegExp;
  /** An answer with more places than this does not count; 10 unless the known cause is larger. */
  readonly maxPlaces?: number;
  /** The issue, the fix or the changelog that says so. */
  readonly source: string;
}
