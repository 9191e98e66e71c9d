import { AppError } from '../../../http/app-error.ts'
import { locked } from '../../../http/gate.ts'
import { analysedScript } from '../../../platform/sql-analysis.ts'
import type { AssumedRole } from './assumed-role.ts'

/**
 * Throws `locked` for SQL that writes, as far as its text shows: it runs read-only on a locked project, and PostgreSQL's
 * refusal would not say why. It cannot end the read-only transaction either, nor run as another role.
 */
export async function mustOnlyRead(text: string, as: AssumedRole | undefined) {
  if (as)
    throw new AppError(
      'locked',
      'Production is locked, so SQL only reads and runs as no other role. Choose the role postgres.',
    )
  const { statements } = await analysedScript(text)
  if (statements.some(({ writes, session }) => writes || session === 'end')) throw locked()
}
