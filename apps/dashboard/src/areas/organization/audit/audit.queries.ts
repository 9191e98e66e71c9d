import {
  exportAccountAuditCsv,
  exportAccountAuditLines,
  exportOrganizationAuditCsv,
  exportOrganizationAuditLines,
  listAccountAudit,
  listAuditActions,
  listOrganizationAudit,
} from '@basalt/contract/audit/audit.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { type AuditFilter, requestOf } from './audit-filter.rules.ts'

/** Whose log: an organization's by its slug, or the signed-in person's own. */
export type AuditSubject = { slug: string } | 'account'

export const auditQueries = {
  all: ['audit'] as const,

  /** What the log calls everything that it may hold. */
  actions: () =>
    queryOptions({
      queryKey: [...auditQueries.all, 'actions'],
      queryFn: ({ signal }) => call(listAuditActions, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** The log, newest first, page by page. Asked for again whenever it is opened: everything that is done changes it. */
  pages: (subject: AuditSubject, filter: AuditFilter) =>
    infiniteQueryOptions({
      queryKey: [...auditQueries.all, 'pages', subject, filter] as const,
      queryFn: ({ pageParam, signal }) => {
        const query = { ...requestOf(filter), ...(pageParam && { cursor: pageParam }) }
        if (subject === 'account') return call(listAccountAudit, { query }, signal)
        return call(listOrganizationAudit, { params: { slug: subject.slug }, query }, signal)
      },
      initialPageParam: '',
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      staleTime: 0,
    }),
}

/** Where everything that matches is downloaded from. */
export function exportUrls(subject: AuditSubject, filter: AuditFilter) {
  const query = { ...requestOf(filter) }
  if (subject === 'account')
    return {
      csv: requestUrl(exportAccountAuditCsv, { query }),
      lines: requestUrl(exportAccountAuditLines, { query }),
    }
  const parts = { params: { slug: subject.slug }, query }
  return {
    csv: requestUrl(exportOrganizationAuditCsv, parts),
    lines: requestUrl(exportOrganizationAuditLines, parts),
  }
}
