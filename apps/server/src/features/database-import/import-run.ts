import type { ImportPhase } from '@basalt/contract/database-import/database-import.rules.ts'
import type {
  DatabaseImport,
  ImportReport,
  SourceCheck,
} from '@basalt/contract/database-import/database-import.schema.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { superuserWork } from '@basalt/sql/superuser-work.ts'
import type pg from 'pg'
import type { Source } from '../../platform/other-databases/source.ts'
import { sequenceValues } from '../../platform/pg-dump/dump-catalog.ts'
import { copyTables, type During } from './copy-tables.ts'
import { definitionOf, existingSchemas, requireTables, tablesToCopy } from './definition.ts'
import type { ExecutedSql } from './executed-sql.ts'
import type { FollowPlan } from './follow/follow-plan.ts'
import { createImportRole, finishImportRole, hasWrapper, importRole } from './import-role.ts'
import { copyUsers, reportUsers, USERS_SCHEMA } from './imported-users.ts'
import { Refusals } from './refusals.ts'
import { withoutHeader } from './statement-header.ts'

/** What is stored with a phase. */
export interface PhaseFacts {
  readonly report?: ImportReport
  readonly createdRoles?: readonly string[]
  /** Whether the import enables the wrapper of foreign servers. */
  readonly enabledWrapper?: boolean
  readonly follow?: FollowPlan
  /** Why it has not been switched over; null when it is tried again. */
  readonly notice?: string | null
  readonly sourceCleanup?: string
}

export type Progress = NonNullable<DatabaseImport['progress']>

export interface ImportOptions {
  readonly id: string
  readonly source: Source
  readonly schemas: readonly string[]
  /** What `checkSource` said of the source. */
  readonly check: SourceCheck
  /** The superuser of the project's database. */
  readonly admin: pg.Client
  /** Connections of the user's role to the project's database. */
  readonly project: During
  readonly signal: AbortSignal
  /** Changed while the import runs. */
  readonly progress: Progress
  /** Receives the statements that are run, for the ledger. */
  readonly executed: ExecutedSql
  /** Stores how far it is, before it goes on. */
  enterPhase(phase: ImportPhase, more?: PhaseFacts): Promise<void>
}

/** Connections to the project's database as the role that owns an import. */
export const asImportRole =
  (project: During, role: string): During =>
  (work) =>
    project(async (client) => {
      await client.query(`set application_name = ${quoteIdentifier(role)}; set role ${quoteIdentifier(role)}`)
      await client.query('set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off')
      return work(client)
    })

/** Those that are created here; the one of users is here already. */
const ownSchemas = (schemas: readonly string[]) => schemas.filter((name) => name !== USERS_SCHEMA)

/**
 * Imports schemas of another database in one snapshot of it: its definition by pg_dump, its rows by COPY. Every table has
 * all of its rows in the end, or this throws, and what the import's role owns has to be removed. Other statements that
 * the project's database refuses are reported.
 */
export async function importDatabase(options: ImportOptions): Promise<void> {
  const { id, source, admin, signal, progress, executed, enterPhase } = options
  const schemas = ownSchemas(options.schemas)
  const role = importRole(id)
  const project = asImportRole(options.project, role)
  await source.during(async (holder) => {
    const { snapshot, tables, definition, refused, roles } = await createTables(options, holder)
    const report: ImportReport = { tables: [], left_out: [], left_out_count: 0, created_roles: roles }
    await enterPhase('rows')
    await copyTables({
      tables,
      source: source.during,
      project,
      snapshot,
      onBytes: (bytes) => {
        progress.bytes += bytes
      },
      onTable: ({ schema, name, write }, copied) => {
        progress.tables += 1
        executed.addCopy(write, copied)
        report.tables.push({ schema, name, rows: copied })
      },
    })
    // Foreign keys need the users.
    if (options.schemas.includes(USERS_SCHEMA)) {
      const onBytes = (bytes: number) => {
        progress.bytes += bytes
      }
      const done = await copyUsers({
        source: source.during,
        project: options.project,
        snapshot,
        role,
        onBytes,
      })
      report.tables.push(...reportUsers(done, refused, executed))
    }
    await enterPhase('constraints')
    await project(async (client) => {
      await refused.run(client, await sequenceValues(holder, schemas))
      await refused.run(client, definition.after)
      await refused.run(client, definition.last)
    })
    signal.throwIfAborted()
    report.tables.sort((a, b) => order(a.schema, b.schema) || order(a.name, b.name))
    await enterPhase('finishing', { report: { ...report, ...refused.reported() } })
  })
  await finishImportRole(admin, role)
}

/**
 * Creates the import's role, and as this role the tables of the source and all that comes before rows. `holder` keeps the
 * snapshot that was read. Throws when a table cannot be created.
 */
export async function createTables(options: ImportOptions, holder: pg.Client) {
  const { id, source, check, admin, signal, progress, executed, enterPhase } = options
  const schemas = ownSchemas(options.schemas)
  const role = importRole(id)
  const roles = check.roles.filter(({ exists }) => !exists).map(({ name }) => name)
  await enterPhase('definition', { createdRoles: roles })
  await createImportRole(admin, role, await existingSchemas(admin, schemas))
  await holder.query('begin transaction isolation level repeatable read, read only')
  const { rows } = await holder.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  const { snapshot } = rows[0]!
  const tables = await tablesToCopy(holder, schemas)
  progress.tables_total = tables.length
  progress.bytes_total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const definition = await definitionOf(source, snapshot, check.schemas, schemas, signal)
  const refused = new Refusals(executed)
  await asImportRole(
    options.project,
    role,
  )(async (client) => {
    const create = roles.map((name) => `create role ${quoteIdentifier(name)} nologin`)
    await client.query('reset role')
    await refused.run(client, create)
    const wrappers = definition.before.filter(enablesWrapper)
    if (wrappers.length > 0 && !(await hasWrapper(admin)))
      await enterPhase('definition', { enabledWrapper: true })
    for (const text of wrappers)
      await refused.run(client, [superuserWork(withoutHeader(text))?.call ?? text], text)
    await admin.query(mayUseWrapper(role))
    await client.query(`set role ${quoteIdentifier(role)}`)
    await refused.run(
      client,
      definition.before.filter((text) => !wrappers.includes(text)),
    )
  })
  await requireTables(admin, tables, refused)
  return { snapshot, tables, definition, refused, roles }
}

/** Foreign servers need its wrapper. The role of an import may create only extensions that PostgreSQL trusts. */
const enablesWrapper = (text: string) =>
  /^CREATE EXTENSION (?:IF NOT EXISTS )?postgres_fdw\b/.test(withoutHeader(text))

/** By the superuser: DROP OWNED does not take back what another role has granted. */
const mayUseWrapper = (role: string) => `
  do $do$ begin
    if exists (select from pg_catalog.pg_foreign_data_wrapper where fdwname = 'postgres_fdw') then
      grant usage on foreign data wrapper postgres_fdw to ${quoteIdentifier(role)};
    end if;
  end $do$`

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
