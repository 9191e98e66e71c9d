/** What file_fdw says of a copy of an uploaded file that is not in the data directory. */
const ABSENT = /^could not open file "pgsql_tmp_basalt_[0-9a-f-]+" for reading: No such file or directory$/

/**
 * The words for a table whose file this database server does not have; undefined for any other message of PostgreSQL. Base
 * backups leave the copies out, so replicas never have them.
 */
export const absentFile = (message: string): { message: string; hint: string } | undefined =>
  ABSENT.test(message)
    ? {
        message: 'The file of this table is not on this database server.',
        hint: 'Read replicas have no files of tables: run this at the primary. If it is missing there, open the page Wrappers, which writes it again.',
      }
    : undefined
