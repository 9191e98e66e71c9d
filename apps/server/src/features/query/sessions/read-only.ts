import type { Statement } from '@basalt/sql/split-statements.ts'
import { commandOf } from '@basalt/sql/statement-command.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Lease } from '../../../platform/project-databases/sql/sql-pool.ts'

const ENDS_TRANSACTION = new Set(['COMMIT', 'END', 'ROLLBACK', 'ABORT', 'PREPARE'])

/**
 * Read-only SQL runs inside a read-only transaction that it must not end. The read-only role alone is not enough: a
 * SECURITY DEFINER function may write. Throws `forbidden` for a statement that would end the transaction.
 */
export function refuseTransactionControl(statements: readonly Statement[]) {
  const ending = statements
    .map(({ text }) => commandOf(text))
    .find((command) => ENDS_TRANSACTION.has(command))
  if (ending)
    throw new AppError(
      'forbidden',
      `You have read-only access: your SQL runs in one read-only transaction and cannot use ${ending}`,
    )
}

/** The `select` takes a snapshot, after which PostgreSQL refuses to make the transaction writable. */
export async function beginReadOnly({ client, destroy }: Lease) {
  try {
    await client.query('begin read only; select 1')
  } catch (cause) {
    destroy()
    throw new AppError('instance_unavailable', 'The database of this project is not responding', { cause })
  }
}
