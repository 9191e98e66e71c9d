import { indexOfCharacter } from '@basalt/sql/characters.ts'
import { scriptStatements } from '../results/script-statements.rules.ts'
import type { QueryRunSnapshot } from '../run/query-run.ts'
import type { QuerySource } from '../run/query-source.ts'

/** Where a run failed, as UTF-16 indexes into its document. */
export interface ErrorLocation {
  readonly source: QuerySource
  /** The position that PostgreSQL reports; undefined for an error without one. */
  readonly at: number | undefined
  /** The statement that failed. */
  readonly statement: { readonly from: number; readonly to: number } | undefined
}

/** Undefined for a run that did not fail, or whose failure is not PostgreSQL's. */
export function errorLocationOf(
  snapshot: Pick<QueryRunSnapshot, 'state' | 'source' | 'failure' | 'outcomes' | 'isRolledBack'>,
): ErrorLocation | undefined {
  const { state, source, failure } = snapshot
  if (state !== 'failed' || !source || !failure?.sql) return undefined
  const { position } = failure.sql
  const at =
    position === undefined
      ? undefined
      : source.from + indexOfCharacter(source.sql, position - (source.sentBefore ?? 0))
  // A rewritten text has no statements in the document.
  const failed =
    source.sent === undefined
      ? scriptStatements(snapshot).find((statement) => statement.state === 'failed')
      : undefined
  const statement = failed && { from: source.from + failed.start, to: source.from + failed.end }
  return at === undefined && !statement ? undefined : { source, at, statement }
}
