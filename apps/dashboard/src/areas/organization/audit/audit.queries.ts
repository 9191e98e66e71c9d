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

/** The subject of a log: an organization by its slug, or the user's account. */
export type AuditSubject = { slug: string } | 'account'

export const auditQueries = {
  all: ['audit'] as const,

  /** All actions that a log may contain, with their titles. */
  actions: () =>
    queryOptions({
      queryKey: [...auditQueries.all, 'actions'],
      queryFn: ({ signal }) => call(listAuditActions, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** The log, newest first, in pages. Refetched whenever it is opened, because every change adds an entry. */
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

/** The download URLs of all matching entries. */
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
