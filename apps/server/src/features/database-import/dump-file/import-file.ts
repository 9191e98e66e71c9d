import type { ImportPhase } from '@basalt/contract/database-import/database-import.rules.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import type { During } from '../copy-tables.ts'
import { countedTables } from '../counted-tables.ts'
import type { ExecutedSql } from '../executed-sql.ts'
import { createImportRole, finishImportRole, importRole } from '../import-role.ts'
import { asImportRole, type PhaseFacts } from '../import-run.ts'
import { plainSql } from './dump-format.ts'
import { dumpPieces } from './dump-pieces.ts'
import { loadDump } from './load-dump.ts'

interface FileImport {
  readonly id: string
  readonly admin: pg.Client
  readonly project: During
  /** The file as it arrives. */
  readonly content: AsyncIterable<Buffer>
  onBytes(bytes: number): void
  /** Receives the statements that are run, for the ledger. */
  readonly executed: ExecutedSql
  enterPhase(phase: ImportPhase, more?: PhaseFacts): Promise<void>
}

/**
 * Imports a dump file as the import's role, all or nothing. When this throws, the role has to be removed. Rows of tables
 * that the project has already are not read, because the role has no rights on them, except those of users: they are
 * added to those that the project has.
 */
export async function importFile({
  id,
  admin,
  project,
  content,
  onBytes,
  executed,
  enterPhase,
}: FileImport): Promise<void> {
  const role = importRole(id)
  await enterPhase('rows', { createdRoles: [] })
  const { rows: schemas } = await admin.query<{ name: string }>(
    `select nspname as name from pg_catalog.pg_namespace where ${isOfUsers('nspname')}`,
  )
  await createImportRole(
    admin,
    role,
    schemas.map(({ name }) => name),
  )
  const report = await asImportRole(
    project,
    role,
  )(async (client) => {
    const { refused, createdRoles, users } = await loadDump(
      client,
      role,
      dumpPieces(plainSql(counted(content, onBytes))),
      executed,
    )
    // The file may have set anything for the session.
    await client.query("set search_path = ''; set row_security = on; set statement_timeout = 0")
    return {
      tables: [...users, ...(await countedTables(client))],
      created_roles: createdRoles,
      ...refused.reported(),
    }
  })
  await enterPhase('finishing', { report })
  await finishImportRole(admin, role)
}

async function* counted(content: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  const chunks = content[Symbol.asyncIterator]()
  for (;;) {
    const next = await chunks.next().catch((cause: unknown) => {
      throw new AppError('gone', 'The upload ended before the file was complete.', { cause })
    })
    if (next.done) return
    onBytes(next.value.length)
    yield next.value
  }
}
