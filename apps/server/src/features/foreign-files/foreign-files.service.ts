import {
  FILE_CHANGE_SECONDS,
  FILE_SERVER,
  FILE_TABLES_LISTED,
  FILE_WRAPPER,
  FOREIGN_FILE_MAX,
} from '@basalt/contract/foreign-files/foreign-files.rules.ts'
import type {
  FileTables,
  ForeignFile,
  NewFileTable,
} from '@basalt/contract/foreign-files/foreign-files.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { createFileTable, dropForeignTable, replaceFile } from '@basalt/sql/file-table.ts'
import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'
import { FREE_BYTES_MIN, PART_BYTES, UPLOADS_MAX } from './foreign-files.rules.ts'
import { removeUnusedFiles } from './unused-files.ts'

interface Deps {
  readonly databases: Pick<ProjectDatabases, 'asAdmin'>
  readonly engine: Pick<Engine, 'disk'>
  readonly recorded: RecordedChange
}

export type ForeignFilesService = ReturnType<typeof foreignFilesService>

/**
 * Foreign tables that read uploaded files. The platform's superuser creates them, since only it may name a file; it runs no
 * text of members but names, which are quoted, and types of a fixed list.
 */
export function foreignFilesService({ databases, engine, recorded }: Deps) {
  const change = <T>(
    { signal, ...call }: MemberCall,
    statements: (admin: pg.Client) => Promise<string[]>,
    after: (admin: pg.Client) => Promise<T>,
  ): Promise<T> =>
    recorded({ signal, ...call }, 'database_pages', (note) =>
      databases.asAdmin.session(call.ref, async (admin) => {
        await admin.query(
          `begin; set local lock_timeout = '5s'; set local statement_timeout = '${FILE_CHANGE_SECONDS}s'`,
        )
        try {
          const texts = await statements(admin)
          note({ kind: 'schema', statements: texts })
          for (const text of texts) await admin.query(text)
          const result = await after(admin)
          signal.throwIfAborted()
          await admin.query('commit')
          return result
        } catch (error) {
          await admin.query('rollback').catch(() => undefined)
          throw failure(error)
        }
      }),
    )

  return {
    async list(ref: string): Promise<FileTables> {
      return databases.asAdmin.session(ref, async (admin) => {
        // A copy that was lost with the power is made again.
        await admin.query('select basalt.place_foreign_files()')
        const { rows } = await admin.query(TABLES, [USER_ROLE, null])
        return { tables: rows.map(shown) }
      })
    },

    /** Throws `too_large` and `storage_full`; what arrived of an upload that breaks off is not kept. */
    async upload(
      ref: string,
      { name, bytes }: { name: string; bytes: number },
      content: AsyncIterable<Uint8Array>,
    ): Promise<ForeignFile> {
      if (bytes > FOREIGN_FILE_MAX) throw tooLarge()
      const { freeBytes } = await engine.disk()
      // Rows, their log, and the copy that is read.
      if (freeBytes < FREE_BYTES_MIN + 4 * bytes)
        throw new AppError('storage_full', 'The disk of the databases has no space for this file.')
      return databases.asAdmin.session(ref, async (admin) => {
        await removeUnusedFiles(admin)
        await admin.query('begin')
        try {
          const { rows: waiting } = await admin.query<{ count: number }>(UNUSED)
          if (waiting[0]!.count >= UPLOADS_MAX)
            throw new AppError(
              'conflict',
              `${UPLOADS_MAX} uploaded files are not used by a table yet. Try again in an hour.`,
            )
          const { rows } = await admin.query<{ id: string }>(
            'insert into basalt.foreign_files (name, bytes) values ($1, 0) returning id',
            [name],
          )
          const { id } = rows[0]!
          const total = await store(admin, id, content)
          await admin.query('update basalt.foreign_files set bytes = $2 where id = $1', [id, total])
          await admin.query('commit')
          return { id, bytes: total }
        } catch (error) {
          await admin.query('rollback').catch(() => undefined)
          throw failure(error)
        }
      })
    },

    /** Throws `not_found` for the file, `validation_failed`, and `sql_failed` for a row that does not fit, with its line. */
    async create(call: MemberCall, { file, ...table }: NewFileTable): Promise<{ id: number; rows: number }> {
      const { schema, name, columns } = table
      if (isProtectedSchema(schema))
        throw invalid('schema', `The schema ${schema} is managed by the platform. Choose another one.`)
      if (new Set(columns.map((column) => column.name)).size < columns.length)
        throw invalid('columns', 'Two columns have the same name.')
      const target = quoteQualified(schema, name)
      return change(
        call,
        async (admin) => {
          const { rows } = await admin.query<{ is_allowed: boolean | null }>(
            `select pg_catalog.has_schema_privilege($1, n.oid, 'create') as is_allowed
             from pg_catalog.pg_namespace n where n.nspname = $2`,
            [USER_ROLE, schema],
          )
          if (!rows[0]) throw invalid('schema', `There is no schema ${schema}.`)
          if (!rows[0].is_allowed) throw invalid('schema', `${USER_ROLE} may not create tables in ${schema}.`)
          const path = await place(admin, file)
          await admin.query(`create extension if not exists ${FILE_WRAPPER} with schema extensions`)
          await admin.query(
            `create server if not exists ${FILE_SERVER} foreign data wrapper ${quoteIdentifier(FILE_WRAPPER)}`,
          )
          return [createFileTable({ ...table, server: FILE_SERVER, path })]
        },
        async (admin) => {
          await admin.query(`alter foreign table ${target} owner to ${quoteIdentifier(USER_ROLE)}`)
          // Row level security does not exist for foreign tables, so the API's roles get them only on purpose.
          await admin.query(`revoke all on ${target} from anon, authenticated`)
          const { rows } = await admin.query<{ id: number }>(
            'select $1::pg_catalog.regclass::pg_catalog.oid::pg_catalog.int8::pg_catalog.float8 as id',
            [target],
          )
          return { id: rows[0]!.id, rows: await countRows(admin, target) }
        },
      )
    },

    /** Throws `not_found` for the table and the file, and `sql_failed` for a row that does not fit, with its line. */
    async replace(call: MemberCall, id: number, file: string): Promise<{ rows: number }> {
      const { schema, name } = await find(call.ref, id)
      const replaced = await change(
        call,
        async (admin) => [replaceFile(schema, name, await place(admin, file))],
        async (admin) => ({ rows: await countRows(admin, quoteQualified(schema, name)) }),
      )
      await databases.asAdmin.session(call.ref, (admin) => removeUnusedFiles(admin))
      return replaced
    },

    /** Throws `not_found`, and `sql_failed` when others depend on it, unless they go as well. */
    async drop(call: MemberCall, id: number, cascade: boolean): Promise<void> {
      const { schema, name } = await find(call.ref, id)
      await change(
        call,
        async () => [dropForeignTable(schema, name, cascade)],
        async () => undefined,
      )
      await databases.asAdmin.session(call.ref, (admin) => removeUnusedFiles(admin))
    },
  }

  async function find(ref: string, id: number) {
    const { rows } = await databases.asAdmin.session(ref, (admin) => admin.query(TABLES, [USER_ROLE, id]))
    const [table] = rows.map(shown)
    if (!table) throw notFound('Table of a file', String(id))
    if (!table.is_owned) throw new AppError('forbidden', `The table belongs to ${table.owner}.`)
    return table
  }
}

/** Tables of files, by name; `$1` is the user's role, `$2` the oid of one of them or null. */
const TABLES = `
  select c.oid::pg_catalog.int8::pg_catalog.float8 as id, n.nspname as schema, c.relname as name,
    pg_catalog.pg_get_userbyid(c.relowner) as owner, pg_catalog.pg_has_role($1, c.relowner, 'usage') as is_owned,
    f.name as file_name, f.bytes::pg_catalog.float8 as bytes, f.created_at as uploaded_at
  from pg_catalog.pg_foreign_table t
  join pg_catalog.pg_foreign_server s on s.oid = t.ftserver
  join pg_catalog.pg_class c on c.oid = t.ftrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join basalt.foreign_files f on 'filename=' || basalt.foreign_file_path(f.id) = any (t.ftoptions)
  where s.srvname = '${FILE_SERVER}' and ($2::pg_catalog.int8 is null or c.oid = $2::pg_catalog.int8::pg_catalog.oid)
  order by n.nspname, c.relname limit ${FILE_TABLES_LISTED}`

const UNUSED = `
  select count(*)::pg_catalog.int4 as count from basalt.foreign_files f
  where not exists (select from pg_catalog.pg_foreign_table t
    where 'filename=' || basalt.foreign_file_path(f.id) = any (t.ftoptions))`

const shown = (row: { uploaded_at: Date | null } & Record<string, unknown>) =>
  ({ ...row, uploaded_at: row.uploaded_at?.toISOString() ?? null }) as FileTables['tables'][number]

/** Stores bytes as rows as they arrive. Returns how many. */
async function store(admin: pg.Client, id: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let total = 0
  let place = 0
  const write = async () => {
    let bytes: Buffer = Buffer.concat(held)
    // A byte order mark would become part of the first value.
    if (place === 0 && bytes.subarray(0, 3).equals(MARK)) bytes = bytes.subarray(3)
    held = []
    heldBytes = 0
    total += bytes.length
    if (bytes.length > 0)
      await admin.query('insert into basalt.foreign_file_parts (file, place, bytes) values ($1, $2, $3)', [
        id,
        place,
        bytes,
      ])
    place += 1
  }
  for await (const chunk of content) {
    held.push(chunk)
    heldBytes += chunk.length
    if (total + heldBytes > FOREIGN_FILE_MAX) throw tooLarge()
    if (heldBytes >= PART_BYTES) await write()
  }
  await write()
  return total
}

const MARK = Buffer.of(0xef, 0xbb, 0xbf)

/** Makes a file readable for PostgreSQL, which it is nowhere else. Returns its path. Throws `not_found`. */
async function place(admin: pg.Client, file: string): Promise<string> {
  const { rows } = await admin.query<{ path: string }>(
    // The lock keeps the cleanup away until the table is there.
    'select basalt.foreign_file_path(id) as path from basalt.foreign_files where id = $1 for share',
    [file],
  )
  if (!rows[0]) throw notFound('File', file)
  await admin.query('select basalt.place_foreign_file($1)', [file])
  return rows[0].path
}

/** Reads every value of every row, so that a table whose rows do not fit is never made. */
async function countRows(admin: pg.Client, table: string): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(t.*)::pg_catalog.float8 as count from ${table} t`,
  )
  return rows[0]!.count
}

function invalid(path: string, message: string) {
  return new AppError('validation_failed', message, { details: { issues: [{ path, message }] } })
}

const tooLarge = () =>
  new AppError(
    'too_large',
    `Files that are read as tables have at most ${FOREIGN_FILE_MAX / 1024 / 1024} MiB. Import a larger one in the table editor.`,
  )

/** `COPY t, line 3, column a: "x"`: where a value does not fit. */
const PLACE = /^COPY [^\n]*?, line (\d+)(?:, column ([^\n]*?))?(?::[^\n]*)?$/m

function failure(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const [, line, column] = PLACE.exec(error.where ?? '') ?? []
  const where = line === undefined ? '' : `Line ${line}${column === undefined ? '' : `, column ${column}`}: `
  const text = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`
  return new AppError('sql_failed', `${where}${text}${/[.!?]$/.test(text) ? '' : '.'}`, { cause: error })
}
