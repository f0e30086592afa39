/** For the environment of a process that is not to reach a repository which ours names, as in a hook. */
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
