import { transactionControlIn } from '@basalt/sql/migration-history.ts'
import { outsideTransaction } from '@basalt/sql/outside-transaction.ts'
import { AppError } from '../http/app-error.ts'
import { analysedScript } from './sql-analysis.ts'

/** The statements of a script. Throws `validation_failed` for SQL that does not parse. */
export async function readStatements(sql: string) {
  const { statements, problems } = await analysedScript(sql)
  const [problem] = problems
  if (problem) {
    const line = sql.slice(0, problem.at).split('\n').length
    throw new AppError('validation_failed', `Line ${line}: ${problem.message}`)
  }
  if (statements.length === 0) throw new AppError('validation_failed', 'Enter at least one statement')
  return statements
}

/** The statements of a migration. Throws `validation_failed` also for SQL that cannot run in one transaction. */
export async function readTransaction(sql: string) {
  const statements = await readStatements(sql)
  const control = transactionControlIn(sql)
  if (control)
    throw new AppError('validation_failed', `Leave out ${control}: a migration runs in its own transaction`)
  const alone = statements
    .map(({ text }) => outsideTransaction(text))
    .find((command) => command !== undefined)
  if (alone !== undefined)
    throw new AppError(
      'validation_failed',
      `${alone} cannot run in a transaction, so it cannot be part of a migration that is applied as a whole. Run it in the SQL editor, then mark the migration as applied.`,
    )
  return statements
}
