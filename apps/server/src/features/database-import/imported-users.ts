import type { ImportReport } from '@basalt/contract/database-import/database-import.schema.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { CopyIn } from '../../platform/copy/copy-in.ts'
import { copyOut } from '../../platform/copy/copy-out.ts'
import { tableData } from '../../platform/pg-dump/dump-catalog.ts'
import type { ProtocolClient } from '../../platform/project-databases/sql/protocol.ts'
import { type During, readSnapshot } from './copy-tables.ts'
import type { ExecutedSql } from './executed-sql.ts'
import type { Refusals } from './refusals.ts'

/** The schema of the users of apps, here and in databases of the hosted product. */
export const USERS_SCHEMA = 'auth'

/** Its tables whose rows come along, in an order in which they can be removed, and what the rows of some belong to. */
const TAKEN = {
  identities: { table: 'users', column: 'user_id' },
  users: undefined,
  saml_providers: { table: 'sso_providers', column: 'sso_provider_id' },
  sso_domains: { table: 'sso_providers', column: 'sso_provider_id' },
  sso_providers: undefined,
} as const satisfies Record<string, { table: string; column: string } | undefined>
type TakenTable = keyof typeof TAKEN

export const takenTables = Object.keys(TAKEN) as TakenTable[]
export const isTaken = (table: string): table is TakenTable => Object.hasOwn(TAKEN, table)

/** Rows of users that a COPY has. */
interface UserRows {
  readonly table: TakenTable
  /** As the COPY names them. */
  readonly columns: readonly string[]
}

interface Staged extends UserRows {
  /** The temporary table that has the rows. */
  readonly name: string
  readonly statement: string
}

interface InsertedRows {
  readonly table: TakenTable
  readonly statement: string
  readonly inserted: number
  /** Rows whose id, address, number or the like is taken here, or that belong to such a one. */
  readonly passedOver: number
  /** Columns that the table does not have here. */
  readonly unknown: readonly string[]
}

const NAME = `(?:"((?:[^"]|"")*)"|([\\w$]+))`
const FILLS = new RegExp(`^copy\\s+(?:"auth"|auth)\\.${NAME}\\s*\\(([^()]*)\\)\\s+from\\s+stdin$`, 'i')

const named = (quoted: string | undefined, plain: string | undefined) =>
  quoted?.replaceAll('""', '"') ?? plain ?? ''

/** What a COPY as pg_dump writes it fills, if its rows come along. `text` has no comments. */
export function userRows(text: string): UserRows | undefined {
  const [, quoted, plain, list] = FILLS.exec(text) ?? []
  const table = named(quoted, plain)
  if (list === undefined || !isTaken(table)) return undefined
  const columns = [...list.matchAll(new RegExp(NAME, 'g'))].map(([, one, other]) => named(one, other))
  return { table, columns }
}

/**
 * By column, the one of the source that has its values. Until 2023, the id of an identity was what is its `provider_id`
 * since.
 */
function columnsGiven(table: TakenTable, columns: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map(columns.map((name) => [name, name]))
  if (table !== 'identities' || given.has('provider_id')) return given
  given.delete('id')
  return given.set('provider_id', 'id')
}

/** The table of an import's role that has the ids of what it has inserted, so that it can be removed. */
const insertedBy = (role: string) => quoteQualified(role, 'inserted')

/**
 * Adds users of another installation to those of the project. Their rows are read into temporary tables first, because
 * the tables here may have other columns, and because dumps have identities before their users. The connection is logged
 * in as the role that may change these tables, whose triggers are the users' own, and in a transaction.
 */
export class ImportedUsers {
  readonly #client: pg.Client
  readonly #role: string
  readonly #staged: Staged[] = []
  readonly #filled = new Set<string>()
  #count = 0

  /** `role` is the import's. */
  constructor(client: pg.Client, role: string) {
    this.#client = client
    this.#role = role
  }

  /** Begins to read rows, for a COPY that is told as `statement`. */
  async begin({ table, columns }: UserRows, statement: string): Promise<CopyIn> {
    this.#count += 1
    const name = `basalt_users_${this.#count}`
    const list = columns.map(quoteIdentifier)
    if (this.#count === 1) await this.#noteInserted()
    await this.#client.query(
      `create temporary table ${quoteIdentifier(name)} (${list.map((column) => `${column} text`).join(', ')}) on commit drop`,
    )
    this.#staged.push({ table, columns, statement, name })
    const into = new CopyIn(
      this.#client as unknown as ProtocolClient,
      `copy pg_temp.${quoteIdentifier(name)} (${list.join(', ')}) from stdin`,
    )
    this.#client.query(into as never)
    return into
  }

  /** Inserts what has been read, as far as what it belongs to has been inserted; at the end, all of it. */
  async insert({ isAtEnd }: { isAtEnd: boolean }): Promise<InsertedRows[]> {
    const done: InsertedRows[] = []
    for (let next = this.#ready(isAtEnd); next; next = this.#ready(isAtEnd)) done.push(await this.#fill(next))
    return done
  }

  async #noteInserted() {
    const role = quoteIdentifier(this.#role)
    await this.#client.query(
      `create schema ${role} authorization ${role};
       create table ${insertedBy(this.#role)} (relation text not null, id uuid not null);
       alter table ${insertedBy(this.#role)} owner to ${role}`,
    )
  }

  #ready(isAtEnd: boolean): Staged | undefined {
    const isReady = ({ table }: Staged) => {
      const owner = TAKEN[table]
      return owner === undefined || this.#filled.has(owner.table)
    }
    const at = this.#staged.findIndex(isReady)
    if (at >= 0) return this.#staged.splice(at, 1)[0]
    return isAtEnd ? this.#staged.shift() : undefined
  }

  async #fill({ table, columns, name, statement }: Staged): Promise<InsertedRows> {
    const into = quoteQualified(USERS_SCHEMA, table)
    const from = `pg_temp.${quoteIdentifier(name)}`
    const { rows: here } = await this.#client.query<{ name: string; type: string; is_computed: boolean }>(
      `select attname as name, pg_catalog.format_type(atttypid, null) as type, attgenerated <> '' as is_computed
       from pg_catalog.pg_attribute where attrelid = $1::pg_catalog.regclass and attnum > 0 and not attisdropped`,
      [into],
    )
    const given = columnsGiven(table, columns)
    const filled = here.filter((column) => given.has(column.name) && !column.is_computed)
    const owner = TAKEN[table]
    const belongs = owner
      ? `where exists (select from ${quoteQualified(USERS_SCHEMA, owner.table)} o where o.id = d.${quoteIdentifier(owner.column)}::uuid)`
      : ''
    const { rowCount } = await this.#client.query(
      `with inserted as (
         insert into ${into} (${filled.map((column) => quoteIdentifier(column.name)).join(', ')})
         select ${filled.map((column) => `d.${quoteIdentifier(given.get(column.name)!)}::${column.type}`).join(', ')} from ${from} d
         ${belongs} on conflict do nothing returning id
       )
       insert into ${insertedBy(this.#role)} select ${quoteLiteral(table)}, id from inserted`,
    )
    const { rows } = await this.#client.query<{ count: number }>(
      `select pg_catalog.count(*)::int as count from ${from}`,
    )
    await this.#client.query(`drop table ${from}`)
    this.#filled.add(table)
    return {
      table,
      statement,
      inserted: rowCount ?? 0,
      passedOver: rows[0]!.count - (rowCount ?? 0),
      unknown: columns.filter((column) => !here.some((known) => known.name === column)),
    }
  }
}

/** Tells the report and the ledger of users that were inserted; returns their tables. */
export function reportUsers(
  done: readonly InsertedRows[],
  refused: Refusals,
  executed: ExecutedSql,
): ImportReport['tables'] {
  for (const { statement, inserted, passedOver, unknown } of done) {
    if (inserted > 0) executed.addCopy(statement, inserted)
    if (unknown.length > 0) refused.leaveOut(statement, `The table has no column ${unknown.join(', ')} here.`)
    if (passedOver > 0)
      refused.leaveOut(
        statement,
        `${passedOver.toLocaleString('en')} rows were passed over: their id, address or number is taken here, or they belong to such a user.`,
      )
  }
  return done
    .filter(({ inserted }) => inserted > 0)
    .map(({ table, inserted }) => ({ schema: USERS_SCHEMA, name: table, rows: inserted }))
}

interface CopiedUsers {
  readonly source: During
  readonly project: During
  /** What `pg_export_snapshot` of the source returned; its transaction is open. */
  readonly snapshot: string
  readonly role: string
  onBytes(bytes: number): void
}

/** Adds the users of a database to those of the project, all or none. */
export const copyUsers = ({ source, project, snapshot, role, onBytes }: CopiedUsers) =>
  source((from) =>
    project(async (to) => {
      await from.query(readSnapshot(snapshot))
      await to.query(`set search_path = ''; set statement_timeout = 0; begin`)
      const users = new ImportedUsers(to, role)
      for (const { schema, read, write } of await tableData(from)) {
        const rows = schema === USERS_SCHEMA ? userRows(write.replace(/;$/, '')) : undefined
        if (!rows) continue
        const into = await users.begin(rows, write)
        await into.ready
        await copyOut(from, read, async (bytes) => {
          onBytes(bytes.length)
          await into.write(bytes)
        })
        await into.end()
      }
      const done = await users.insert({ isAtEnd: true })
      await to.query('commit')
      return done
    }),
  )

/**
 * Removes the users that an import has inserted. Run by the role that may change these tables: triggers of the users
 * must not run with the rights of the platform. Can be repeated.
 */
export async function removeImportedUsers(client: Pick<pg.Client, 'query'>, role: string) {
  const { rows } = await client.query<{ exists: boolean }>(
    'select pg_catalog.to_regclass($1) is not null as exists',
    [insertedBy(role)],
  )
  if (!rows[0]!.exists) return
  for (const table of takenTables)
    await client.query(
      `delete from ${quoteQualified(USERS_SCHEMA, table)} where id in (
         select id from ${insertedBy(role)} where relation = ${quoteLiteral(table)})`,
    )
}
