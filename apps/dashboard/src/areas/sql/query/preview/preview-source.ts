import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import { removesData, runIssues } from '../analysis/run-issues.ts'
import type { QuerySource } from '../run/query-source.ts'

/** A preview gives up instead of waiting long for a lock. */
const LOCK_TIMEOUT = '3s'
const BEFORE = `begin; set local lock_timeout = '${LOCK_TIMEOUT}'; set constraints all immediate; `
const RETURNING = ' returning to_jsonb(old) as "old", to_jsonb(new) as "new"'

/**
 * The text to run to see what a statement would change. It leaves its transaction open, to be committed or rolled back
 * later, and returns each row before and after. Throws a message for the user when the SQL cannot be previewed.
 */
export function previewSource(source: QuerySource, analysis: ScriptAnalysis): QuerySource {
  const [only, ...others] = analysis.statements
  if (!only || others.length > 0)
    throw new Error('Preview works on one statement at a time. Select one and try again.')
  if (!only.isPreviewable)
    throw new Error('Only INSERT, UPDATE, DELETE and MERGE without RETURNING can be previewed.')
  return {
    sql: only.text,
    from: source.from + only.start,
    sent: BEFORE + only.text + RETURNING,
    sentBefore: BEFORE.length,
    isPreview: true,
    removesData: removesData(runIssues([only])),
  }
}
