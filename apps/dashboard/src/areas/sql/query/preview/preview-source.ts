import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import type { QuerySource } from '../run/query-source.ts'

/** A preview that would wait for somebody else's lock gives up instead. */
const LOCK_TIMEOUT = '3s'
const BEFORE = `begin; set local lock_timeout = '${LOCK_TIMEOUT}'; set constraints all immediate; `
const RETURNING = ' returning to_jsonb(old) as "old", to_jsonb(new) as "new"'

/**
 * The text to run to see what a statement would change: in a transaction that is left open, to be committed or undone
 * as it is, with every row as it was and as it would be. Throws, in words for the user, for what cannot be previewed.
 */
export function previewSource(source: QuerySource, analysis: ScriptAnalysis): QuerySource {
  const [only, ...others] = analysis.statements
  if (!only || others.length > 0)
    throw new Error('Preview takes one statement. Select it, and preview again.')
  if (!only.isPreviewable)
    throw new Error('Only INSERT, UPDATE, DELETE and MERGE without RETURNING can be previewed.')
  return {
    sql: only.text,
    from: source.from + only.start,
    sent: BEFORE + only.text + RETURNING,
    sentBefore: BEFORE.length,
    isPreview: true,
  }
}
