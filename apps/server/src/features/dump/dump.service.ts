import { Readable } from 'node:stream'
import { DUMP_BEGIN, DUMP_END, DUMP_LOCK_SECONDS } from '@basalt/contract/dump/dump.rules.ts'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import { WEBHOOK_FUNCTION } from '@basalt/sql/webhook-trigger.ts'
import type pg from 'pg'
import { copyOut } from '../../platform/copy/copy-out.ts'
import {
  largeObjectIds,
  largeObjectSql,
  rolesSql,
  sequenceValues,
  tableData,
} from '../../platform/pg-dump/dump-catalog.ts'
import { pgDump } from '../../platform/pg-dump/pg-dump.ts'

interface Deps {
  /** Runs our own work on a project's database and keeps it awake until it is done. */
  asAdmin<T>(ref: string, work: (client: pg.Client) => Promise<T>): Promise<T>
}

export type DumpService = ReturnType<typeof dumpService>

/** The settings that pg_dump uses to write values so that they read back unchanged. */
const SESSION = `
  set statement_timeout = 0; set lock_timeout = '${DUMP_LOCK_SECONDS}s'; set idle_in_transaction_session_timeout = 0;
  set search_path = ''; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set row_security = off`

/**
 * A whole database as SQL, read in one snapshot: its definition by pg_dump 18, its rows by COPY, so that large tables are
 * streamed.
 */
export function dumpService({ asAdmin }: Deps) {
  return {
    /**
     * Resolves once the definition has been read, so that an error until then becomes a response and not a truncated file. A
     * later error ends the stream before its last line, DUMP_END.
     */
    async open(ref: string, title: string): Promise<Readable> {
      const stopped = new AbortController()
      let requestMore: (() => void) | undefined
      const stream = new Readable({
        read: () => requestMore?.(),
        destroy(error, done) {
          stopped.abort()
          requestMore?.()
          done(error)
        },
      })
      const write = async (chunk: string | Buffer) => {
        if (stopped.signal.aborted) throw new Error('The client disconnected during the dump')
        if (stream.push(chunk)) return
        await new Promise<void>((resolve) => {
          requestMore = resolve
        })
      }
      let hasStarted = false
      await new Promise<void>((resolve, failed) => {
        const started = () => {
          hasStarted = true
          resolve()
        }
        asAdmin(ref, (rows) =>
          asAdmin(ref, (definition) =>
            dump({ rows, definition, title, write, started, signal: stopped.signal }),
          ),
        ).then(
          () => stream.push(null),
          (error: Error) => {
            failed(error)
            // Until then the caller gets the error, and nobody listens to the stream.
            stream.destroy(hasStarted ? error : undefined)
          },
        )
      })
      return stream
    },
  }
}

interface Dump {
  /** Reads rows, and holds the snapshot. */
  rows: pg.Client
  /** The connection that pg_dump uses. */
  definition: pg.Client
  title: string
  write: (chunk: string | Buffer) => Promise<void>
  started: () => void
  signal: AbortSignal
}

async function dump({ rows, definition, title, write, started, signal }: Dump) {
  await rows.query(SESSION)
  await rows.query('begin transaction isolation level repeatable read, read only')
  const { rows: exported } = await rows.query('select pg_export_snapshot() as snapshot')
  await definition.query(SESSION)
  const part = (section: 'pre-data' | 'post-data') =>
    pgDump(
      definition,
      [
        ...['-h', '/tmp', '-d', 'postgres', `--section=${section}`, `--snapshot=${exported[0].snapshot}`],
        ...[`--exclude-schema=${BOOKKEEPING_SCHEMA}`, `--lock-wait-timeout=${DUMP_LOCK_SECONDS * 1000}`],
      ],
      signal,
    )
  const before = await part('pre-data')
  // pg_dump disconnects within its transaction and leaves prepared statements, but this connection is reused.
  await definition.query('rollback')
  await definition.query('discard all')
  await definition.query(SESSION)
  const after = await part('post-data')
  started()
  await write(`${headOf(title)}${await rolesSql(rows)}\n${before}\n${SETTINGS}`)
  for (const table of await tableData(rows)) {
    await write(`${table.write}\n`)
    await copyOut(rows, table.read, write)
    await write('\\.\n\n')
  }
  await write(`${(await sequenceValues(rows)).join('\n')}\n`)
  for (const oid of await largeObjectIds(rows)) await write(await largeObjectSql(rows, oid))
  await write(`\n${after.replace(OWN_EVENT_TRIGGERS, '').replace(WEBHOOK_TRIGGERS, '')}\n${DUMP_END}\n`)
  await rows.query('commit')
}

/** Event triggers belong to no schema, so pg_dump writes even those whose functions it has left out. */
const OWN_EVENT_TRIGGERS = new RegExp(
  String.raw`^--\n-- Name: \S+; Type: EVENT TRIGGER; [^\n]*\n--\n\nCREATE EVENT TRIGGER [^;]*EXECUTE FUNCTION ${BOOKKEEPING_SCHEMA}\.\w+\(\);\n+(?:ALTER EVENT TRIGGER [^;]*;\n+)*`,
  'gm',
)

/** Webhooks are triggers whose function other servers lack. Their destinations are not part of the database either. */
const WEBHOOK_TRIGGERS = new RegExp(
  String.raw`^--\n-- Name: [^\n]+; Type: TRIGGER; [^\n]*\n--\n\nCREATE TRIGGER [^\n]* EXECUTE FUNCTION ${WEBHOOK_FUNCTION}\('[0-9a-f-]{36}'\);\n+(?:ALTER TABLE [^\n]* TRIGGER [^\n]*;\n+)?`,
  'gm',
)

const headOf = (title: string) => `-- ${title.replace(/[\r\n]+/g, ' ')}
${DUMP_BEGIN}
--   psql --set ON_ERROR_STOP=1 --file this-file.sql
-- The file is complete when its last line says "${DUMP_END.slice(3)}".

set client_encoding = 'UTF8';
`

/** pg_dump's own lines set the rest, and leave no search path. */
const SETTINGS = `set search_path = '';\nset row_security = off;\nset session_replication_role = origin;\n\n`
