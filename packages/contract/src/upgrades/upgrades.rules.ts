/**
 * How fast a database is copied by the import, in bytes of its size per second: with few indexes on a free machine, and with
 * many on a busy one. Indexes are built again, which takes as long as the copy or longer.
 */
const COPY_RATE = { fast: 40_000_000, slow: 8_000_000 }

/** What the import takes at least, however small a database is: its schema, roles and checks. */
const LEAST_SECONDS = 5

/** How long dumping and loading a database of this size takes, in whole seconds: from the best case to a bad one. */
export const moveSeconds = (bytes: number) => ({
  from: LEAST_SECONDS + Math.ceil(bytes / COPY_RATE.fast),
  to: LEAST_SECONDS + Math.ceil(bytes / COPY_RATE.slow),
})

/** What to do, in this order, to move a project to another major version. */
export const upgradeSteps = [
  'Back the project up, and wait until the backup has been restored and checked.',
  'Make a branch with data, and import that branch into the new version: a rehearsal that nobody notices, and that says how long it takes.',
  'Import the project itself into a new project of the new version, and let the import follow its changes.',
  'Stop what writes, wait until the import has caught up, and give your programs the new connection string.',
  'Let statistics be gathered, make replicas and branches again, and keep the former project until you are sure.',
] as const
