import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import type { QuerySource } from '../run/query-source.ts'

const EXPLAIN = 'explain (analyze, buffers, format json) '

/**
 * The text to run for the measured plan of a statement: in a transaction that is rolled back, so that its writes are
 * undone. Read-only members are in such a transaction anyway. Throws a message for the user when there is no plan.
 */
export function explainSource(
  source: QuerySource,
  analysis: ScriptAnalysis,
  isReadOnly: boolean,
): QuerySource {
  const { sql, from } = source
  const [only, ...others] = analysis.statements
  if (!only || others.length > 0)
    throw new Error('Explain works on one statement at a time. Select one and try again.')
  if (only.type === 'ExplainStmt') return { sql, from }
  // A statement that could not be parsed is sent too: PostgreSQL reports what is wrong with it.
  if (only.type !== '' && !only.isExplainable)
    throw new Error('Only statements that read or change rows have a plan.')
  const before = `${isReadOnly ? '' : 'begin; '}${EXPLAIN}`
  // The comment at the end of a text must not swallow what follows.
  const sent = `${before}${only.text}${isReadOnly ? '' : '; rollback'}`
  return { sql: only.text, from: from + only.start, sent, sentBefore: before.length }
}
