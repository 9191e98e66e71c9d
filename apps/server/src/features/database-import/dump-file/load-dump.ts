import type { ImportReport } from '@basalt/contract/database-import/database-import.schema.ts'
import { DUMP_BEGIN } from '@basalt/contract/dump/dump.rules.ts'
import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { CopyIn } from '../../../platform/copy/copy-in.ts'
import type { ProtocolClient } from '../../../platform/project-databases/sql/protocol.ts'
import type { ExecutedSql } from '../executed-sql.ts'
import { ImportedUsers, isTaken, reportUsers, userRows } from '../imported-users.ts'
import { Refusals } from '../refusals.ts'
import { withoutHeader } from '../statement-header.ts'
import type { DumpPiece } from './dump-pieces.ts'
import { dumpStatement } from './dump-statement.rules.ts'
import { PlatformParts } from './platform-parts.rules.ts'

type Statement = Extract<DumpPiece, { text: string }>

/** The rows that are being read: of a table here, of users, or of a table that the project has already. */
type Rows =
  | {
      readonly statement: Statement
      readonly into: CopyIn
      readonly line: number
      readonly areOfUsers: boolean
    }
  | { readonly statement: Statement; readonly into: undefined; count: number }

const LINE_FEED = 0x0a

/**
 * Runs a dump as `role` in one transaction of a connection, and returns the statements that were left out, the roles that
 * were created, and how many users there were with what belongs to them. What every project has already is left out
 * without a word, except its rows. Throws AppError that names the line of what PostgreSQL refused; nothing has happened
 * then.
 */
export async function loadDump(
  client: pg.Client,
  role: string,
  pieces: AsyncIterable<DumpPiece>,
  executed: ExecutedSql,
): Promise<{ refused: Refusals; createdRoles: string[]; users: ImportReport['tables'] }> {
  const load = new DumpLoad(client, role, executed)
  await client.query('begin')
  try {
    for await (const piece of pieces)
      switch (piece.kind) {
        case 'statement':
          await load.run(piece)
          break
        case 'copy':
          await load.beginRows(piece)
          break
        case 'rows':
          await load.rows(piece.bytes)
          break
        case 'end_of_rows':
          await load.endRows()
      }
    await load.insertUsers({ isAtEnd: true })
    await client.query('commit').catch((error: Error) => {
      throw refusal('At the end of the file', error)
    })
    return load
  } catch (error) {
    await load.refuseRows()
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const IN_PROJECT = 'Every project has this table already. Its rows are not imported.'
const NOT_HERE = 'Projects have no such table. Its rows are not imported.'
const WITH_INSERT = 'Rows of users come along as COPY alone. Dump the database without --inserts.'
/** What is not imported of tables in `auth`, which users have to be told. */
const OF_USERS: Readonly<Record<string, string>> = {
  sessions: 'Sessions are not imported. Users sign in again.',
  refresh_tokens: 'Sessions are not imported. Users sign in again.',
  mfa_factors: 'Second factors are not imported. Users add them again.',
}
const AT_PLATFORM = 'It is at a table of the platform. Create it there in SQL.'

/** Of roles, as Basalt writes them. */
const ABOUT_ROLES =
  /^(?:alter role "((?:[^"]|"")+)" set |grant "((?:[^"]|"")+)" to "((?:[^"]|"")+)" with admin )/
const CREATES_EXTENSION =
  /^create\s+extension\s+if\s+not\s+exists\s+("(?:[^"]|"")+"|[\w$]+)\s+with\s+schema\s+("(?:[^"]|"")+"|[\w$]+)$/i

const FILLED = /^(?:copy|insert\s+into)\s+(?:"((?:[^"]|"")*)"|([\w$]+))\.(?:"((?:[^"]|"")*)"|([\w$]+))/i

const CREATES_SERVER = /^create\s+server\s+("(?:[^"]|"")+"|[\w$]+)\s/i
const MAPS_USER = /^create\s+user\s+mapping\s/i
const CREATES_SCHEMA = /^create\s+schema\s+("(?:[^"]|"")+"|[\w$]+)$/i

class DumpLoad {
  readonly refused: Refusals
  readonly createdRoles: string[] = []
  /** Users and what belongs to them, by table. */
  readonly users: ImportReport['tables'] = []
  readonly #client: pg.Client
  readonly #role: string
  readonly #executed: ExecutedSql
  readonly #parts = new PlatformParts(() => this.#isOwnDump)
  readonly #users: ImportedUsers
  #isOwnDump = false
  #rows: Rows | undefined

  constructor(client: pg.Client, role: string, executed: ExecutedSql) {
    this.#client = client
    this.#role = role
    this.#executed = executed
    this.refused = new Refusals(executed)
    this.#users = new ImportedUsers(client, role)
  }

  async run({ text, line }: Statement) {
    if (text.includes(DUMP_BEGIN)) this.#isOwnDump = true
    const bare = withoutHeader(text)
    const how = dumpStatement(bare)
    if (how.kind === 'skipped') return
    if (how.kind === 'refused') throw new AppError('validation_failed', `Line ${line}: ${how.reason}`)
    if (how.kind === 'role') return this.#createRole(how.name)
    const part = this.#parts.of(text)
    if (part === 'attached') this.refused.leaveOut(text, AT_PLATFORM)
    if (part === 'rows' && /^insert/i.test(bare)) this.refused.leaveOut(text, await this.#whyNot(bare))
    if (part !== undefined) return
    if (this.#isOwnDump && ABOUT_ROLES.test(bare)) return this.#changeRoles(bare)
    const extension = CREATES_EXTENSION.exec(bare)
    if (extension) {
      const [name, place] = extension.slice(1).map(unquoted) as [string, string]
      // Only the platform may create extensions, and creates those that are safe.
      return this.#asUser(
        `select basalt.create_extension(${quoteLiteral(name)}, ${quoteLiteral(place)}, if_not_exists => true)`,
        text,
      )
    }
    const schema = CREATES_SCHEMA.exec(bare)?.[1]
    // Empty ones of a project are filled, such as graphql_public.
    if (schema !== undefined && (await this.#hasSchema(unquoted(schema)!))) return
    const server = CREATES_SERVER.exec(bare)?.[1]
    if (server !== undefined) return this.#createServer(unquoted(server)!, bare)
    if (MAPS_USER.test(bare)) return this.#asUser(bare, bare)
    if (how.kind === 'optional') return this.refused.runInTransaction(this.#client, text)
    try {
      await this.#client.query(bare)
      this.#executed.add(bare)
    } catch (error) {
      const { position } = error as { position?: string }
      const before = position === undefined ? 0 : lineBreaksIn(bare.slice(0, Number(position) - 1))
      throw refusal(`Line ${line + before}`, error as Error)
    }
  }

  async beginRows(statement: Statement) {
    const bare = withoutHeader(statement.text)
    const line = statement.line + lineBreaksIn(bare)
    const part = this.#parts.of(statement.text)
    const ofUsers = part === 'rows' ? userRows(bare) : undefined
    if (part !== undefined && ofUsers === undefined) {
      this.#rows = { statement, into: undefined, count: 0 }
      return
    }
    const into = ofUsers ? await this.#beginUsers(ofUsers, statement.text) : this.#copyInto(statement.text)
    this.#rows = { statement, into, line, areOfUsers: ofUsers !== undefined }
    await atRow(line, into.ready)
  }

  async rows(bytes: Buffer) {
    const rows = this.#rows!
    if (rows.into) await atRow(rows.line, rows.into.write(bytes))
    else
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) rows.count += 1
  }

  async endRows() {
    const rows = this.#rows!
    if (rows.into) {
      const count = await atRow(rows.line, rows.into.end())
      if (rows.areOfUsers) {
        await this.#asImport()
        await this.insertUsers({ isAtEnd: false })
      } else this.#executed.addCopy(rows.statement.text, count)
    } else if (rows.count > 0) {
      const why = await this.#whyNot(withoutHeader(rows.statement.text))
      this.refused.leaveOut(
        rows.statement.text,
        `${why} The file has ${rows.count.toLocaleString('en')} of them.`,
      )
    }
    this.#rows = undefined
  }

  /** Inserts users that were read. Foreign keys to them come after all rows of a dump. */
  async insertUsers(when: { isAtEnd: boolean }) {
    await this.#client.query('reset role')
    const done = await this.#users.insert(when).catch((error: Error) => {
      throw refusal('The users of the file', error)
    })
    await this.#asImport()
    this.users.push(...reportUsers(done, this.refused, this.#executed))
  }

  #copyInto(statement: string) {
    const into = new CopyIn(this.#client as unknown as ProtocolClient, statement)
    this.#client.query(into as never)
    return into
  }

  /** Leaves the role of the import until the rows have been read. */
  async #beginUsers(rows: NonNullable<ReturnType<typeof userRows>>, statement: string) {
    await this.#client.query('reset role')
    return this.#users.begin(rows, statement)
  }

  async #asImport() {
    await this.#client.query(`set role ${quoteIdentifier(this.#role)}`)
  }

  /** Why rows of a table of the platform are left out. */
  async #whyNot(text: string): Promise<string> {
    const [, ...names] = FILLED.exec(text) ?? []
    const [schema, table] = [names[0] ?? names[1], names[2] ?? names[3]].map(
      (name) => name?.replaceAll('""', '"') ?? '',
    ) as [string, string]
    const { rowCount } = await this.#client.query(
      `select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relname = $2`,
      [schema, table],
    )
    if (rowCount === 0) return NOT_HERE
    if (schema !== 'auth') return IN_PROJECT
    return OF_USERS[table] ?? (isTaken(table) ? WITH_INSERT : IN_PROJECT)
  }

  /** Ends a COPY that is under way. */
  async refuseRows() {
    const into = this.#rows?.into
    into?.refuse('The import has failed')
    await into?.done.catch(() => undefined)
  }

  async #hasSchema(name: string): Promise<boolean> {
    const { rowCount } = await this.#client.query('select from pg_catalog.pg_namespace where nspname = $1', [
      name,
    ])
    return rowCount !== 0
  }

  /** The import's role may not use wrappers, but its foreign tables need the server. */
  async #createServer(name: string, sql: string) {
    const refusals = this.refused.list.length
    await this.#asUser(sql, sql)
    if (this.refused.list.length > refusals) return
    const grant = `grant usage on foreign server ${quoteIdentifier(name)} to ${quoteIdentifier(this.#role)}`
    await this.#asUser(grant, grant)
  }

  /** Roles that exist stay as they are; others are created without login, for privileges and policies to name. */
  async #createRole(name: string) {
    const { rowCount } = await this.#client.query('select from pg_catalog.pg_roles where rolname = $1', [
      name,
    ])
    if (rowCount !== 0) return
    const refusals = this.refused.list.length
    const sql = `create role ${quoteIdentifier(name)} nologin`
    await this.#asUser(sql, sql)
    if (this.refused.list.length === refusals) this.createdRoles.push(name)
  }

  /** Settings and memberships of roles that the project had before are its own. */
  async #changeRoles(sql: string) {
    const named = ABOUT_ROLES.exec(sql)!
      .slice(1)
      .filter((name) => name !== undefined)
    if (named.every((name) => this.createdRoles.includes(name.replaceAll('""', '"'))))
      await this.#asUser(sql, sql)
  }

  /** Runs what the import's role may not, as the role that is logged in. */
  async #asUser(sql: string, shown: string) {
    await this.#client.query('reset role')
    await this.refused.runInTransaction(this.#client, sql, shown)
    await this.#asImport()
  }
}

/** An identifier as the catalog has it. */
const unquoted = (written: string | undefined) =>
  written?.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written?.toLowerCase()

const lineBreaksIn = (text: string) => text.split('\n').length - 1

/** PostgreSQL counts the rows of a COPY from 1. */
const ROW = /^COPY [\s\S]*?, line (\d+)/

async function atRow<T>(line: number, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const row = ROW.exec((error as { where?: string }).where ?? '')?.[1]
    throw refusal(`Line ${line + Number(row ?? 0)}`, error as Error)
  }
}

/** Without a code, it is not PostgreSQL that refused. */
function refusal(where: string, cause: Error): Error {
  const { code, detail } = cause as Error & { code?: string; detail?: string }
  if (code === undefined) return cause
  return new AppError(
    'sql_failed',
    `${where}: ${cause.message}${detail === undefined ? '' : ` (${detail})`}`,
    { cause },
  )
}
