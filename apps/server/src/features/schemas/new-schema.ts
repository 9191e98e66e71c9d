import { schemas } from '@basalt/catalog/objects/schemas.ts'
import { NEW_SCHEMA_LOCK_SECONDS } from '@basalt/contract/schemas/schemas.rules.ts'
import type { DatabaseSchema } from '@basalt/contract/schemas/schemas.schema.ts'
import { createSchemaSql } from '@basalt/sql/create-schema.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { MemberTransaction } from '../../platform/project-databases/sql/member-transaction.ts'
import { LOCK_NOT_AVAILABLE } from '../../platform/project-databases/sql/sql-failed.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'

const DUPLICATE_SCHEMA = '42P06'
/** Two transactions created it at once. */
const UNIQUE_VIOLATION = '23505'
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Creates a schema with the member's rights. Throws `conflict` for a name that is taken, `forbidden` when the database
 * refuses, and `instance_unavailable` when it does not answer.
 */
export const newSchema =
  ({ transaction, recorded }: { transaction: MemberTransaction; recorded: RecordedChange }) =>
  async (call: MemberCall, name: string): Promise<DatabaseSchema> => {
    const { ref, member, signal } = call
    const settings = { lock_timeout: `${NEW_SCHEMA_LOCK_SECONDS}s` }
    try {
      return await recorded(call, 'table_editor', (note) =>
        transaction(ref, member, { access: 'read write', signal, settings }, async (run) => {
          const text = createSchemaSql(name)
          note({ kind: 'schema', statements: [text] })
          await run({ text, values: [] })
          const [row] = await run({ text: schemas({ names: [name] }), values: [] })
          const [oid, created, owner, comment = null] = row!
          return { id: Number(oid), name: created!, owner: owner!, comment }
        }),
      )
    } catch (error) {
      throw inWords(error, name)
    }
  }

function inWords(error: unknown, name: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const { code } = error
  const issue = (message: string) => ({ cause: error, details: { issues: [{ path: 'name', message }] } })
  if (code === DUPLICATE_SCHEMA || code === UNIQUE_VIOLATION) {
    const message = `There is a schema named ${name} already.`
    return new AppError('conflict', message, issue(message))
  }
  if (code === LOCK_NOT_AVAILABLE)
    return new AppError(
      'conflict',
      'Another transaction is creating this schema. Try again once it has ended.',
      {
        cause: error,
      },
    )
  if (code === INSUFFICIENT_PRIVILEGE)
    return new AppError('forbidden', `PostgreSQL refused: ${error.message}.`, { cause: error })
  return error
}
