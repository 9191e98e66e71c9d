import type { Statement } from '@basalt/sql/split-statements.ts'
import { commandOf } from '@basalt/sql/statement-command.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Lease } from '../../../platform/project-databases/sql/sql-pool.ts'

const ENDS_TRANSACTION = new Set(['COMMIT', 'END', 'ROLLBACK', 'ABORT', 'PREPARE'])

/**
 * A read-only member's text, or one that asks for no more, runs inside a read-only transaction that it cannot leave:
 * the role alone would not do, for a function of somebody else that runs with the rights of its owner may write. Throws
 * `forbidden` for a statement that would end the transaction.
 */
export function refuseTransactionControl(statements: readonly Statement[]) {
  const ending = statements
    .map(({ text }) => commandOf(text))
    .find((command) => ENDS_TRANSACTION.has(command))
  if (ending)
    throw new AppError(
      'forbidden',
      `Only reading is allowed: the SQL runs inside one read-only transaction, so leave out ${ending}`,
    )
}

/** The query takes the snapshot, after which PostgreSQL lets no transaction become one that writes. */
export async function beginReadOnly({ client, destroy }: Lease) {
  try {
    await client.query('begin read only; select 1')
  } catch (cause) {
    destroy()
    throw new AppError('instance_unavailable', 'The database of this project does not answer', { cause })
  }
}
