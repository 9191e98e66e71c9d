import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { changeFacts, readChangeFacts } from './facts.ts'
import { readTable, tableToChange } from './read-table.ts'
import type { ChangeStatement } from './statement.ts'
import type { ColumnDraft, TableDraft } from './table-draft.ts'

const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (text: string | Buffer) => text }

export type Row = readonly (string | null)[]

/** What running a statement did, beside what it said it would do. */
export interface Observed {
  readonly sql: string
  /** Did a table that existed before get another file? */
  readonly rewrote: boolean
  readonly saysRewrite: boolean
  /** Tables that existed before, with the lock that the statement took of those that block writers. */
  readonly locks: readonly string[]
  readonly saysLocks: readonly string[]
}

/** A database for the tests of one file. */
export function testDatabase() {
  let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
  let client: pg.Client
  beforeAll(async () => {
    database = await createThrowawayDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })
  const sql = async (text: string, values?: unknown[]): Promise<Row[]> => {
    const answer = await client.query({
      text,
      values,
      rowMode: 'array',
      types: AS_TEXT,
    } as pg.QueryArrayConfig)
    return (Array.isArray(answer) ? answer.at(-1)!.rows : answer.rows) as Row[]
  }
  const one = async (text: string, values?: unknown[]) => (await sql(text, values))[0]?.[0] ?? null
  const tables = () =>
    sql(`select c.oid, pg_catalog.pg_relation_filenode(c.oid), n.nspname || '.' || c.relname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm', 'v', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)
  const locks = async (known: readonly Row[]) =>
    (
      await sql(`select l.relation, l.mode from pg_locks l where l.pid = pg_backend_pid() and l.locktype = 'relation'
        and l.mode in ('AccessExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'ShareLock')`)
    ).flatMap(([oid, mode]) => {
      const table = known.find(([each]) => each === oid)
      return table ? [`${table[2]} ${mode}`] : []
    })
  return {
    sql,
    one,
    async oid(name: string) {
      return Number(await one('select $1::regclass::oid', [name]))
    },
    async read(name: string) {
      const table = readTable(await sql(tableToChange(Number(await one('select $1::regclass::oid', [name])))))
      return table!
    },
    facts: async (...drafts: TableDraft[]) => readChangeFacts(await sql(changeFacts(drafts))),
    /** Runs statements in one transaction and watches each of them. */
    async run(statements: readonly ChangeStatement[]): Promise<Observed[]> {
      const seen: Observed[] = []
      await sql('begin')
      try {
        const before = await tables()
        let files = before
        let held = new Set<string>()
        for (const statement of statements) {
          await client.query(statement.sql)
          const now = await tables()
          // A weaker lock beside the strongest that is held keeps nobody else waiting.
          const taken = strongest([...held, ...(await locks(before))]).filter((lock) => !held.has(lock))
          held = new Set([...held, ...taken])
          seen.push({
            sql: statement.sql,
            rewrote: files.some(([oid, node]) =>
              now.some(([other, next]) => other === oid && next !== node && node !== null),
            ),
            saysRewrite: statement.rewrites.length > 0,
            locks: taken.toSorted(),
            saysLocks: statement.locks
              .map(
                ({ relation, mode }) =>
                  `${relation.schema}.${relation.name} ${mode === 'ACCESS EXCLUSIVE' ? 'AccessExclusiveLock' : 'ShareRowExclusiveLock'}`,
              )
              .filter((lock) => !held.has(lock) || taken.includes(lock))
              .toSorted(),
          })
          files = now
        }
        await sql('commit')
      } catch (error) {
        await sql('rollback')
        throw error
      }
      return seen
    },
  }
}

function strongest(locks: readonly string[]) {
  const exclusive = locks.filter((lock) => lock.endsWith('AccessExclusiveLock'))
  const tablesOf = new Set(exclusive.map((lock) => lock.replace(/ \w+$/, '')))
  return [...exclusive, ...locks.filter((lock) => !tablesOf.has(lock.replace(/ \w+$/, '')))]
}

export const column = (name: string, type: string, more: Partial<ColumnDraft> = {}): ColumnDraft => ({
  was: null,
  name,
  type,
  nullable: true,
  default: null,
  generated: null,
  identity: null,
  comment: null,
  ...more,
})

export const tableDraft = (
  name: string,
  columns: readonly ColumnDraft[],
  more: Partial<TableDraft> = {},
): TableDraft => ({
  schema: 'public',
  name,
  comment: null,
  rls: false,
  realtime: false,
  columns,
  primary_key: [],
  uniques: [],
  checks: [],
  foreign_keys: [],
  ...more,
})

/** Names that break SQL which is put together without care. */
export const oddNames = [
  'plain',
  'With Capitals and spaces',
  'with"quote',
  "with'apostrophe",
  'with.dot',
  'select',
  'snow ☃ and 🐘',
  'n'.repeat(63),
  'back\\slash',
  '$$dollar$$',
]
