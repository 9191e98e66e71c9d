import { checkAiKey, titleSql } from '@basalt/contract/ai/ai.endpoints.ts'
import { AI_TITLE_SQL_MAX } from '@basalt/contract/ai/ai.rules.ts'
import { levelOf } from '@basalt/contract/ai/ai-level.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'

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

  /** What an organization lets the endpoint learn. */
  level: (slug: string) =>
    queryOptions({
      ...organizationQueries.detail(slug),
      select: ({ opt_in_tags }) => levelOf(opt_in_tags),
    }),
}

/** A title for a text of a project, found by what comes first in it; empty when there is nothing to title. */
export async function findTitle(projectRef: string, text: string): Promise<string> {
  const sql = text.slice(0, AI_TITLE_SQL_MAX).toWellFormed()
  return sql.trim() === '' ? '' : (await call(titleSql, { body: { sql, projectRef } })).title
}
