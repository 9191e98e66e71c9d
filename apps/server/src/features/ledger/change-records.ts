import { CHANGE_ERROR_MAX, CHANGE_SQL_MAX, type ChangeOutcome } from '@basalt/contract/ledger/ledger.rules.ts'
import { migrationFileText } from '@basalt/contract/migrations/migrations.rules.ts'
import type { RunChanges, ScriptChanges } from '@basalt/sql/analysis/script-changes.ts'
import { messageWithoutSecrets, withoutSecrets } from '@basalt/sql/without-secrets.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { EndedRun } from '../query-history/query-history.port.ts'
import type { ChangeToRecord, CommittedText } from './ledger.port.ts'
import type { ChangeRecord } from './ledger.store.ts'

/** The record of a form's or an import's change. */
export const recordOfChange = ({ error, ...change }: ChangeToRecord): ChangeRecord => ({
  project_ref: change.ref,
  kind: change.kind,
  origin: change.origin,
  ...storedSql(change.statements),
  ...(change.missing && { missing: change.missing }),
  made_by: change.madeBy,
  role: change.role ?? USER_ROLE,
  made_at: change.startedAt,
  duration_ms: change.durationMs,
  row_count: change.rows ?? null,
  outcome: change.outcome,
  migration: change.migration ?? null,
  error:
    error instanceof Error
      ? shortened(messageWithoutSecrets(error.message, change.statements.join(';\n')))
      : null,
})

/** A run may have committed a part before the rest failed, which makes two records. */
export function recordsOfRun(run: EndedRun, { made, lost }: RunChanges): ChangeRecord[] {
  const record = (changes: ScriptChanges | undefined, outcome: ChangeOutcome): ChangeRecord[] =>
    changes === undefined
      ? []
      : [
          {
            project_ref: run.ref,
            kind: changes.kind,
            origin: run.origin,
            ...storedSql(changes.statements),
            made_by: run.startedBy,
            role: run.role,
            made_at: run.startedAt,
            duration_ms: run.durationMs,
            row_count: outcome === 'done' ? run.changedRows : null,
            outcome,
            error: outcome === 'done' ? null : run.error,
            migration: null,
          },
        ]
  // A transaction that a text leaves open is rolled back, or recorded when it is committed.
  return [...record(made, 'done'), ...(run.outcome === 'done' ? [] : record(lost, run.outcome))]
}

/** What a text left open is now committed. How many rows it changed is not known any more. */
export const recordsOfCommit = (
  { ref, madeBy, role, startedAt }: CommittedText,
  { lost }: RunChanges,
): ChangeRecord[] =>
  lost === undefined
    ? []
    : [
        {
          project_ref: ref,
          kind: lost.kind,
          origin: 'sql_editor',
          ...storedSql(lost.statements),
          made_by: madeBy,
          role,
          made_at: startedAt,
          duration_ms: null,
          row_count: null,
          outcome: 'done',
          error: null,
          migration: null,
        },
      ]

/** Other members read the ledger, so secrets in SQL are removed before it is stored. */
function storedSql(statements: readonly string[]): Pick<ChangeRecord, 'sql' | 'missing'> {
  const written = migrationFileText(statements).trimEnd()
  const sql = withoutSecrets(written)
  if (sql.length > CHANGE_SQL_MAX) return { sql: sql.slice(0, CHANGE_SQL_MAX).toWellFormed(), missing: 'end' }
  return { sql, missing: sql === written ? null : 'secrets' }
}

const shortened = (text: string) => text.slice(0, CHANGE_ERROR_MAX).toWellFormed()
