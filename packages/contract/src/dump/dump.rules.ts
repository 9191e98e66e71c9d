/** The last line of a whole dump: one that lacks it was cut off. */
export const DUMP_END = '-- Dump complete'

/** How long a dump waits for a table that another session has locked. */
export const DUMP_LOCK_SECONDS = 30

/** A program on the machine proves with the key file that it may ask for a dump, for this long. */
export const DUMP_PROOF_SECONDS = 60

/** `shop-2026-03-01.sql`, of letters that every file system takes. */
export const dumpFileName = (project: string, day: Date) =>
  `${
    project
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'database'
  }-${day.toISOString().slice(0, 10)}.sql`
