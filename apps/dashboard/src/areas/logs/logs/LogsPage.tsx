import type { LogScope } from '@basalt/contract/logs/log-limits.rules.ts'
import { parseLogSearch, withLogTerm } from '@basalt/contract/logs/log-search.rules.ts'
import { fieldsOf } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Download, Pause, Play, RefreshCw, ScrollText, SearchX } from 'lucide-react'
import { followDownload } from '../../../api/follow-download.ts'
import { ListStates } from '../../../api/ListStates.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { SavedSearches } from '../log-searches/SavedSearches.tsx'
import { LogEventSheet } from './LogEventSheet.tsx'
import { LogHistogram } from './LogHistogram.tsx'
import { LogRangePicker } from './LogRangePicker.port.tsx'
import { LogSearchField } from './LogSearchField.tsx'
import { LogTable } from './LogTable.tsx'
import { eventKey, scopeDescription, scopeTitle } from './log-text.rules.ts'
import { type LogsFilter, logExports, logQueries } from './logs.queries.ts'
import type { LogsSearch } from './logs-search.rules.ts'

interface PageProps {
  project: Project
  scope: LogScope
  search: LogsSearch
  onSearchChange: (search: LogsSearch) => void
}

/** The events of a source, or of all: over time, searched, live, one by one. */
export function LogsPage({ project, scope, search, onSearchChange }: PageProps) {
  const { ref } = project
  const { q = '', range, from, to, event, live: isLive = false } = search
  const isUnderstood = 'terms' in parseLogSearch(q, fieldsOf(scope))
  const filter: LogsFilter = { q, range, from, to }
  const pages = useInfiniteQuery({
    ...logQueries.pages(ref, scope, filter),
    enabled: isUnderstood && !isLive,
    placeholderData: keepPreviousData,
  })
  const live = useQuery({ ...logQueries.live(ref, scope, filter), enabled: isUnderstood && isLive })
  const histogram = useQuery({
    ...logQueries.histogram(ref, scope, filter, isLive),
    enabled: isUnderstood,
    placeholderData: keepPreviousData,
  })
  const change = (part: LogsSearch) => onSearchChange({ ...search, event: undefined, ...part })
  const open = (opened: LogEvent) => onSearchChange({ ...search, event: eventKey(opened) })
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title={scopeTitle(scope)}
        description={scopeDescription(scope)}
        actions={
          <>
            <SavedSearches
              project={project}
              place={scope}
              text={q}
              onApply={({ text }) => change({ q: text })}
            />
            <ExportMenu projectRef={ref} scope={scope} filter={filter} />
            <Button
              icon={RefreshCw}
              loading={pages.isRefetching && !pages.isFetchingNextPage}
              onClick={() => void Promise.all([pages.refetch(), histogram.refetch()])}
              disabled={isLive}
            >
              Refresh
            </Button>
            <Button
              icon={isLive ? Pause : Play}
              variant={isLive ? 'primary' : 'secondary'}
              aria-pressed={isLive}
              onClick={() =>
                change(
                  isLive
                    ? { live: undefined }
                    : { live: true, range: undefined, from: undefined, to: undefined },
                )
              }
            >
              Live
            </Button>
          </>
        }
      />
      <search aria-label="Search the logs" className="flex flex-wrap items-start gap-2">
        <LogSearchField
          scope={scope}
          search={q}
          onSearchChange={(next) => change({ q: next || undefined })}
        />
        {!isLive && (
          <LogRangePicker
            slug={project.organization_slug}
            range={{ range, from, to }}
            onRangeChange={(next) => change({ range: undefined, from: undefined, to: undefined, ...next })}
          />
        )}
      </search>
      {histogram.data ? (
        <LogHistogram
          histogram={histogram.data}
          onBrush={(times) => change({ ...times, range: undefined, live: undefined })}
        />
      ) : (
        // A failure is shown once, by the list.
        !histogram.isError && <Skeleton className="h-28" />
      )}
      <Events
        scope={scope}
        list={isLive ? live : pages}
        // Events that no longer arrive are not live.
        events={
          isLive
            ? live.isError
              ? undefined
              : live.data?.events
            : pages.data?.pages.flatMap((page) => page.events)
        }
        isFiltered={q !== ''}
        isLive={isLive}
        openKey={event}
        onOpen={open}
        onClear={() => change({ q: undefined })}
      />
      {!isLive && pages.hasNextPage && (
        <LoadMore
          isLoading={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          failure="Failed to load more events."
          onLoad={() => void pages.fetchNextPage()}
        />
      )}
      <LogEventSheet
        projectRef={ref}
        openKey={event}
        onOpen={open}
        onFilter={(term) => change({ q: withLogTerm(q, term) })}
        onClose={() => onSearchChange({ ...search, event: undefined })}
      />
    </div>
  )
}

interface List {
  isPending: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
}

function Events({
  scope,
  list,
  events,
  isFiltered,
  isLive,
  openKey,
  onOpen,
  onClear,
}: {
  scope: LogScope
  list: List
  events: LogEvent[] | undefined
  isFiltered: boolean
  isLive: boolean
  openKey: string | undefined
  onOpen: (event: LogEvent) => void
  onClear: () => void
}) {
  const { isPending, isFetching, error, refetch } = list
  return (
    <ListStates
      list={{ isPending, isFetching, error, refetch, data: events }}
      failure="Failed to load the events"
      skeleton={<TableSkeleton label="Loading events" columns={4} rows={12} />}
      rowsOf={(all) => all}
      empty={
        isFiltered ? (
          <EmptyState
            icon={SearchX}
            title="No matching events"
            action={<Button onClick={onClear}>Clear the search</Button>}
          >
            Nothing in this time matches. Choose a longer time range, or another search.
          </EmptyState>
        ) : (
          <EmptyState icon={ScrollText} title="No events in this time">
            {isLive
              ? 'New events appear here by themselves.'
              : 'Choose a longer time range to see older events.'}
          </EmptyState>
        )
      }
    >
      {(rows) => <LogTable scope={scope} events={rows} openKey={openKey} onOpen={onOpen} />}
    </ListStates>
  )
}

function ExportMenu({
  projectRef,
  scope,
  filter,
}: {
  projectRef: string
  scope: LogScope
  filter: LogsFilter
}) {
  const save = useMutation({
    // Ranges end now.
    mutationFn: (format: keyof ReturnType<typeof logExports>) =>
      followDownload(logExports(projectRef, scope, filter)[format]),
    meta: { errorTitle: 'Failed to export the events' },
  })
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Download} loading={save.isPending}>
          Export
        </Button>
      }
    >
      <MenuItem onSelect={() => save.mutate('csv')}>All events as CSV</MenuItem>
      <MenuItem onSelect={() => save.mutate('lines')}>All events as JSON lines</MenuItem>
    </Menu>
  )
}
