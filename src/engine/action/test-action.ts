import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestCommand } from "../../trial/command/test-command.ts";
import type { TestPlace } from "../../trial/engine.ts";
import type { Experiment, ExperimentFiles, TestFolders } from "../../trial/experiment.ts";
import type { Overlay } from "../../trial/isolation/overlays.ts";
import { runRequest } from "../../trial/process/run-request.ts";
import { statIfThere } from "../../world/files/stat-if-there.ts";
import { blobOf } from "../tree/blob.ts";
import type { FileOrder } from "../tree/file-order.ts";
import { entryAt, layOver, withEntry } from "../tree/merge-trees.ts";
import type { TreeReader } from "../tree/read-tree.ts";
import { type TreeFile, TreeFolder } from "../tree/tree-folder.ts";
import { MappedPaths } from "./mapped-paths.ts";
import { commonFolder, isIn, type PlacedTree, placeThere, type UserFiles } from "./user-files.ts";

/** A test, ready to be sent. */
export interface TestAction {
  /** What its record has to say that it is about. */
  readonly id: string;
  /** Everything that the worker gets: culprit's own files, and those of the test. */
  readonly input: TreeFolder;
  readonly paths: MappedPaths;
  /** Files of this machine that come back. */
  readonly writes: readonly string[];
  /** Milliseconds in which it has to end; undefined: as long as it takes. */
  readonly timeLimit: number | undefined;
  readonly command: TestCommand;
}

export interface ActionParts {
  readonly reader: TreeReader;
  readonly userFiles: UserFiles;
  /** Variables of the user's environment that travel. */
  readonly passed: Readonly<Record<string, string>>;
  /** Files and folders that travel because the user says so. */
  readonly uploads: readonly string[];
  /** Given if results of other users are of use: their files have other times. */
  readonly order?: FileOrder | undefined;
}

/** Makes an action of an experiment, whose files are in these folders. */
export function testAction(
  experiment: Experiment,
  { folders, limits }: Pick<TestPlace, "folders" | "limits">,
  parts: ActionParts,
): TestAction {
  const trees = treesOf(experiment, folders, parts);
  const { files = { reads: [], writes: [], mentions: [] } } = experiment;
  const all = commonFolder([...trees.map(({ at }) => at), ...userFolders(experiment)]);
  const paths = new MappedPaths([
    { here: folders.folder, there: "/work" },
    { here: folders.temporary, there: "/tmp" },
    { here: folders.kept, there: "/kept" },
    ...[...trees.map(({ at }) => at), ...userFolders(experiment)]
      .filter((at) => at !== "/")
      .map((at) => ({ here: at, there: placeThere(at, all) })),
    ...files.reads.map((here) => ({ here, there: join("/reads", relative(aboveAll(files.reads), here)) })),
  ]);
  const command = commandOf(experiment, { folders, limits }, parts);
  const mapped = (each: TestCommand) => textFile(paths.toWorker(frameBody(each)));
  const own = TreeFolder.of({
    "worker.pl": ownFile("./worker.pl"),
    "tools.pl": ownFile("./tools.pl"),
    "supervisor.pl": ownFile("../../trial/process/supervisor.pl"),
    test: mapped(command),
    ...(experiment.build
      ? { build: mapped({ ...command, argv: experiment.build, stdin: undefined, timeLimit: limits.build }) }
      : {}),
    mentions: textFile(files.mentions.map((path) => paths.toWorker(path)).join("\0")),
    writes: textFile(files.writes.map((path) => paths.toWorker(path)).join("\0")),
  });
  const seen = inputTree(experiment, { trees, folders, paths, files, reader: parts.reader });
  const input = parts.order?.orderOnly(seen) ?? seen;
  const id = TreeFolder.of({ culprit: own, input }).blob.hash;
  return {
    id,
    input: TreeFolder.of({ culprit: withEntry(own, "id", textFile(id)), input }),
    paths,
    writes: files.writes,
    timeLimit: limits.test && limits.test + (experiment.build ? (limits.build ?? limits.test) : 0),
    command,
  };
}

function treesOf(experiment: Experiment, folders: TestFolders, { userFiles, uploads }: ActionParts): PlacedTree[] {
  const trees = userFiles.treesOf(experiment, folders);
  const isThere = (path: string) => trees.some(({ at }) => isIn(path, at));
  const named = experiment.argv.filter((word) => userFolders(experiment).some((folder) => isIn(word, folder)));
  return [
    ...trees,
    ...[...named, ...uploads].filter((path) => !isThere(path) && exists(path)).map((path) => userFiles.single(path)),
  ];
}

/** The folder above the one that all of these are in, whose name may matter: modules are looked for in `node_modules`. */
function aboveAll(paths: readonly string[]): string {
  return dirname(commonFolder(paths));
}

/** The folder in which the user stands. */
function userFolders({ environment: { CULPRIT_CWD } }: Experiment): string[] {
  return CULPRIT_CWD === undefined ? [] : [CULPRIT_CWD];
}

function exists(path: string): boolean {
  return statIfThere(path) !== undefined;
}

interface Seen {
  readonly trees: readonly PlacedTree[];
  readonly folders: TestFolders;
  readonly paths: MappedPaths;
  readonly files: ExperimentFiles;
  readonly reader: TreeReader;
}

/** All that the test sees, as it is on the worker. */
function inputTree(
  { cwd = "", overlays = [] }: Experiment,
  { trees, folders, paths, files, reader }: Seen,
): TreeFolder {
  let tree = TreeFolder.of({
    work: reader.readFolder(folders.folder, { times: false, except: layersIn(folders.folder, overlays) }),
    kept: isIn(cwd, folders.kept) ? reader.readFolder(folders.kept, { times: true }) : new TreeFolder(),
    tmp: new TreeFolder(),
    tree: new TreeFolder(),
  });
  const add = (path: string, folder: TreeFolder) => {
    const there = TreeFolder.of({});
    tree = layOver(tree, withEntry(there, path, folder));
  };
  for (const { at, tree: folder } of trees) add(paths.below(at)!, folder);
  for (const path of files.reads) add(paths.below(path)!, reader.readFolder(path, { times: false }));
  // Some candidates lack the folder in which the test runs.
  const start = paths.below(cwd);
  if (start !== undefined && !entryAt(tree, start)) tree = withEntry(tree, start, new TreeFolder());
  for (const path of files.mentions) {
    tree = withEntry(tree, paths.below(path)!, textFile(paths.toWorker(readFileSync(path, "utf8"))));
  }
  return tree;
}

/** The folders of overlays: what is in them is seen elsewhere. */
function layersIn(folder: string, overlays: readonly Overlay[]): string[] {
  const layers = overlays.flatMap(({ upper, work }) => [upper, work]).filter((path) => isIn(path, folder));
  return layers.map((path) => relative(folder, path).split(sep)[0]!);
}

function commandOf(
  experiment: Experiment,
  { folders, limits }: Pick<TestPlace, "folders" | "limits">,
  { passed }: ActionParts,
): TestCommand {
  const { argv, cwd = folders.folder, environment, stdin } = experiment;
  const own = { TMPDIR: folders.temporary, HOME: folders.temporary };
  return { argv, cwd, stdin, timeLimit: limits.test, environment: { ...own, ...passed, ...environment } };
}

/** What the supervisor reads, without the length before it. */
function frameBody(command: TestCommand): string {
  return runRequest(1, command).subarray(4).toString("utf8");
}

function textFile(text: string): TreeFile {
  return { blob: blobOf(Buffer.from(text)), mode: 0o644 };
}

function ownFile(name: string): TreeFile {
  return { blob: blobOf(readFileSync(fileURLToPath(new URL(name, import.meta.url)))), mode: 0o644 };
}
