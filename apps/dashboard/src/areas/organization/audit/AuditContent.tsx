import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText, SearchX } from 'lucide-react'
import { ListStates } from '../../../api/ListStates.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { AuditEntrySheet } from './AuditEntrySheet.tsx'
import { AuditTable } from './AuditTable.tsx'
import { type AuditSubject, auditQueries } from './audit.queries.ts'
import { type AuditFilter, type AuditSearch, filterOf, isFiltered } from './audit-filter.rules.ts'

export function AuditContent({
  subject,
  search,
  onSearchChange,
}: {
  subject: AuditSubject
  search: AuditSearch
  onSearchChange: (search: AuditSearch) => void
}) {
  const filter = filterOf(search)
  const log = useInfiniteQuery({ ...auditQueries.pages(subject, filter), placeholderData: keepPreviousData })
  const open = (entry: AuditEntry) => onSearchChange({ ...filter, entry: entry.id })
  return (
    <ListStates
      list={log}
      failure="Failed to load the audit log"
      skeleton={<TableSkeleton label="Loading the audit log" columns={5} rows={8} />}
      rowsOf={({ pages }) => pages.flatMap((page) => page.entries)}
      empty={<NoEntries filter={filter} onClear={() => onSearchChange({})} />}
    >
      {(entries) => (
        <>
          <AuditTable entries={entries} openId={search.entry} onOpen={open} />
          {log.hasNextPage && (
            <div className="flex flex-col items-center gap-2">
              {log.isFetchNextPageError && (
                <p role="alert" className="text-critical-ink text-sm">
                  Failed to load more entries.
                </p>
              )}
              <Button onClick={() => log.fetchNextPage()} loading={log.isFetchingNextPage}>
                {log.isFetchNextPageError ? 'Try again' : 'Load more'}
              </Button>
            </div>
          )}
          <AuditEntrySheet
            entry={entries.find(({ id }) => id === search.entry)}
            onClose={() => onSearchChange(filter)}
            onNarrow={(narrow) => onSearchChange({ ...filter, ...narrow })}
          />
        </>
      )}
    </ListStates>
  )
}

function NoEntries({ filter, onClear }: { filter: AuditFilter; onClear: () => void }) {
  if (isFiltered(filter))
    return (
      <EmptyState
        icon={SearchX}
        title="No matching entries"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Change or clear the filters to see other entries.
      </EmptyState>
    )
  return (
    <EmptyState icon={ScrollText} title="Nothing recorded yet">
      Changes appear here as they happen.
    </EmptyState>
  )
}
