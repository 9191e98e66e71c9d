import { ROW_LIMIT_DEFAULT, ROW_LIMITS, type RowLimit } from '@basalt/contract/query/query.rules.ts'
import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import { withLimit } from '@basalt/sql/analysis/script-analysis.ts'
import { usePreference } from '../../../../lib/preference.ts'
import { oneOf } from '../../../../lib/shape.ts'
import { countRows } from '../results/result-labels.ts'
import type { QuerySource } from './query-source.ts'

const StoredLimit = oneOf(ROW_LIMITS)

/** The row limit chosen in this browser. */
export const useRowLimit = () => usePreference<RowLimit>('sql-row-limit', StoredLimit, ROW_LIMIT_DEFAULT)

/** `No limit`, `100 rows`. */
export const limitName = (limit: RowLimit) => (limit < 0 ? 'No limit' : countRows(limit))

/** The same query without a limit and with its rows stored on the server. */
export const browsed = ({ sent: _, ...source }: QuerySource): QuerySource => ({
  ...source,
  limit: -1,
  isStored: true,
})

/** Adds a limit when the SQL can have one; `limit` is then set, even when it is -1. */
export function limited(source: QuerySource, analysis: ScriptAnalysis, limit: RowLimit): QuerySource {
  const { sql, from } = source
  if (analysis.limitAt === undefined) return { sql, from }
  return { sql, from, limit, sent: limit < 0 ? sql : withLimit(sql, analysis, limit) }
}
