import { checkAiKey, titleSql } from '@basalt/contract/ai/ai.endpoints.ts'
import { AI_TITLE_SQL_MAX } from '@basalt/contract/ai/ai.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** For a page that outlives a restart of the server. */
const STALE_MS = 5 * 60_000

export const aiQueries = {
  /** Whether the installation has an endpoint to ask. It changes only with a start of the server. */
  keyCheck: () =>
    queryOptions({
      queryKey: ['ai', 'key-check'],
      queryFn: ({ signal }) => call(checkAiKey, {}, signal),
      staleTime: STALE_MS,
    }),
}

/** A title for a text, found by what comes first in it; empty when there is nothing to title. */
export async function findTitle(text: string): Promise<string> {
  const sql = text.slice(0, AI_TITLE_SQL_MAX).toWellFormed()
  return sql.trim() === '' ? '' : (await call(titleSql, { body: { sql } })).title
}
