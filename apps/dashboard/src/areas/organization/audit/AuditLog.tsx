import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Download, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { AuditContent } from './AuditContent.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { type AuditSubject, auditQueries, exportUrls } from './audit.queries.ts'
import { type AuditSearch, filterOf } from './audit-filter.rules.ts'
import { OrganizationAuditFilters } from './OrganizationAuditFilters.tsx'

/** Filters, entries and exports of one log. `search` is stored in the URL. */
export function AuditLog({
  subject,
  description,
  search,
  onSearchChange,
}: {
  subject: AuditSubject
  /** The log's subject and retention. */
  description: ReactNode
  search: AuditSearch
  onSearchChange: (search: AuditSearch) => void
}) {
  const client = useQueryClient()
  const filter = filterOf(search)
  const { queryKey } = auditQueries.pages(subject, filter)
  const isFetching = useIsFetching({ queryKey }) > 0
  const urls = exportUrls(subject, filter)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">{description}</div>
        <div className="flex gap-2">
          <IconButton
            label="Refresh the audit log"
            icon={RotateCw}
            loading={isFetching}
            onClick={() => client.invalidateQueries({ queryKey })}
          />
          <ButtonLink icon={Download} href={urls.csv} download>
            Export CSV
          </ButtonLink>
          <ButtonLink icon={Download} href={urls.lines} download>
            Export JSON lines
          </ButtonLink>
        </div>
      </div>
      <AuditFilters filter={filter} onFilterChange={onSearchChange}>
        {subject !== 'account' && (
          <OrganizationAuditFilters
            slug={subject.slug}
            filter={filter}
            onChange={(part) => onSearchChange({ ...filter, ...part })}
          />
        )}
      </AuditFilters>
      <AuditContent subject={subject} search={search} onSearchChange={onSearchChange} />
    </>
  )
}
