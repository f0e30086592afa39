/** Removes the variables by which a process would reach our own repository, as when culprit runs in a git hook. */
export const noRepository: Readonly<Record<string, undefined>> = Object.fromEntries(
  [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_QUARANTINE_PATH",
  ].map((name) => [name, undefined]),
);
