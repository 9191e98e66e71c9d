import { QueryFailurePanel } from '../failure/QueryFailurePanel.tsx'
import type { QueryFailure } from '../failure/query-failure.ts'
import { StatementResult } from './StatementResult.tsx'
import { failureConsequence, type ScriptStatement } from './script-statements.rules.ts'
import { statementMarks } from './statement-marks.ts'

/** One statement of a script: what it returned, why it failed, or that it was not run. */
export function ScriptStatementPanel({
  statements,
  chosen,
  failure,
  interruption,
}: {
  statements: readonly ScriptStatement[]
  chosen: number
  failure: QueryFailure | undefined
  interruption: string | undefined
}) {
  const statement = statements[chosen]
  if (!statement) return null
  const { state, outcome } = statement
  if (failure && (state === 'failed' || (state === 'unknown' && !outcome)))
    return <QueryFailurePanel failure={failure} consequence={failureConsequence(statements)} />
  if (outcome) return <StatementResult outcome={outcome} interruption={interruption} state={state} />
  const { icon: Mark, tone, message } = statementMarks[state]
  return (
    <p className="flex items-start gap-2 p-4 text-sm">
      <Mark className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden />
      {state === 'cancelled' ? (interruption ?? message) : message}
    </p>
  )
}
