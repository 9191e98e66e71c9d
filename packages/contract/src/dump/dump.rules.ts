/** The last line of a complete dump; a truncated one lacks it. */
export const DUMP_END = '-- Dump complete'

/** A line at the beginning of each dump, by which an import knows that Basalt has made it. */
export const DUMP_BEGIN = '-- Restore it into an empty PostgreSQL 18, as a superuser:'

/** How long a dump waits for a table that another session has locked. */
export const DUMP_LOCK_SECONDS = 30

/** How long a program's proof that it can read the key file is valid for a dump. */
export const DUMP_PROOF_SECONDS = 60

/** `shop-2026-03-01.sql`, in characters that every file system accepts. */
export const dumpFileName = (project: string, day: Date) =>
  `${
    project
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'database'
  }-${day.toISOString().slice(0, 10)}.sql`
