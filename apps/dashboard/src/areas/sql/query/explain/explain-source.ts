import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import type { QuerySource } from '../run/query-source.ts'

const EXPLAIN = 'explain (analyze, buffers, format json) '

/**
 * The text to run for the plan of what was chosen: measured, in a transaction that is undone, so that nothing it writes
 * stays. Read-only members are in such a transaction anyway. Throws, in words for the user, for what has no plan.
 */
export function explainSource(
  source: QuerySource,
  analysis: ScriptAnalysis,
  isReadOnly: boolean,
): QuerySource {
  const { sql, from } = source
  const [only, ...others] = analysis.statements
  if (!only || others.length > 0)
    throw new Error('Explain takes one statement. Select it, and explain again.')
  if (only.type === 'ExplainStmt') return { sql, from }
  // What could not be parsed is sent too: PostgreSQL says what is wrong with it.
  if (only.type !== '' && !only.isExplainable)
    throw new Error('Only statements that read or change rows have a plan.')
  const before = `${isReadOnly ? '' : 'begin; '}${EXPLAIN}`
  // The comment at the end of a text must not swallow what follows.
  const sent = `${before}${only.text}${isReadOnly ? '' : '; rollback'}`
  return { sql: only.text, from: from + only.start, sent, sentBefore: before.length }
}
