import { checkAiKey, titleSql } from '@basalt/contract/ai/ai.endpoints.ts'
import { AI_TITLE_SQL_MAX } from '@basalt/contract/ai/ai.rules.ts'
import { levelOf } from '@basalt/contract/ai/ai-level.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'

/** Not infinite: a page can outlive a restart of the server. */
const STALE_MS = 5 * 60_000

export const aiQueries = {
  /** Whether the installation has an AI endpoint. Changes only when the server restarts. */
  keyCheck: () =>
    queryOptions({
      queryKey: ['ai', 'key-check'],
      queryFn: ({ signal }) => call(checkAiKey, {}, signal),
      staleTime: STALE_MS,
    }),

  /** How much an organization shares with the AI endpoint. */
  level: (slug: string) =>
    queryOptions({
      ...organizationQueries.detail(slug),
      select: ({ opt_in_tags }) => levelOf(opt_in_tags),
    }),
}

/** Generates a title from the beginning of the SQL; empty for a blank text. */
export async function generateTitle(projectRef: string, text: string): Promise<string> {
  const sql = text.slice(0, AI_TITLE_SQL_MAX).toWellFormed()
  return sql.trim() === '' ? '' : (await call(titleSql, { body: { sql, projectRef } })).title
}
