import type pg from 'pg'
import { UPLOAD_KEPT } from './foreign-files.rules.ts'

/** A name that `foreign_file_path` makes: safe in a command. */
const OF_A_FILE = /^pgsql_tmp_basalt_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Removes files that no table reads: after a table was dropped, in SQL too, and after an upload that was not used in time.
 * A drop that is rolled back later keeps its file, since the table is still there for everybody else.
 */
export async function removeUnusedFiles(admin: pg.Client): Promise<void> {
  await admin.query(UNUSED, [UPLOAD_KEPT])
  const { rows } = await admin.query<{ name: string }>(LEFT_ON_DISK)
  for (const { name } of rows)
    if (OF_A_FILE.test(name))
      // PostgreSQL has no function that removes a file. No row goes to the program.
      await admin.query(`copy (select where false) to program 'rm -f -- ${name}'`)
}

/** Whether there is anything that could be removed; cheap, for projects without files. */
export async function hasFiles(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query<{ has: boolean }>(
    `select exists (select from basalt.foreign_files)
       or exists (select from pg_catalog.pg_ls_dir('.') name where name like 'pgsql\\_tmp\\_basalt\\_%') as has`,
  )
  return rows[0]!.has
}

const IS_READ = (path: string) => `
  exists (select from pg_catalog.pg_foreign_table t where 'filename=' || ${path} = any (t.ftoptions))`

/** Those that were placed had a table, or could not be read as one; young ones may still get one. */
const UNUSED = `
  delete from basalt.foreign_files f
  where not ${IS_READ('basalt.foreign_file_path(f.id)')}
    and (f.created_at < pg_catalog.now() - $1::pg_catalog.interval
      or (pg_catalog.pg_stat_file(basalt.foreign_file_path(f.id), true)).size is not null)
    and exists (select from basalt.foreign_files g where g.id = f.id for update skip locked)`

const LEFT_ON_DISK = `
  select name from pg_catalog.pg_ls_dir('.') name
  where name like 'pgsql\\_tmp\\_basalt\\_%' and not ${IS_READ('name')}
    and not exists (select from basalt.foreign_files f where basalt.foreign_file_path(f.id) = name)`
