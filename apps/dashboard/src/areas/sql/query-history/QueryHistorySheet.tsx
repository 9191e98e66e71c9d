import { useInfiniteQuery } from '@tanstack/react-query'
import { History, Search } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { KeyboardKey } from '../../../ui/text/KeyboardKey.tsx'
import { HistoryEntry, type HistoryEntryActions } from './HistoryEntry.tsx'
import { queryHistoryQueries } from './query-history.queries.ts'

const SEARCH_DEBOUNCE_MS = 300

/** The SQL that ran on the project, with its user and outcome. */
export function QueryHistorySheet({
  projectRef,
  open,
  onOpenChange,
  ...actions
}: {
  projectRef: string
  open: boolean
  onOpenChange: (open: boolean) => void
} & HistoryEntryActions) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Query history"
      description="Everyone's queries on this project in the last 90 days."
      size="lg"
    >
      <Entries projectRef={projectRef} {...actions} />
    </Sheet>
  )
}

function Entries({ projectRef, ...actions }: { projectRef: string } & HistoryEntryActions) {
  const [search, setSearch] = useState('')
  const { text, set } = useDebouncedText(search, setSearch, SEARCH_DEBOUNCE_MS)
  const history = useInfiniteQuery(queryHistoryQueries.list(projectRef, search.trim()))
  const entries = history.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <SheetBody>
      <p className="flex items-center gap-1.5 text-ink-muted text-xs">
        <KeyboardKey keys={['Alt', 'H']} /> searches query history from anywhere in the editor.
      </p>
      <Input
        type="search"
        icon={Search}
        aria-label="Search history"
        placeholder="Search SQL or email address"
        value={text}
        onValueChange={set}
      />
      {history.isPending ? (
        ['a', 'b', 'c', 'd'].map((key) => <Skeleton key={key} className="h-20 w-full shrink-0" />)
      ) : history.isError ? (
        <ErrorPanel
          title="Failed to load query history"
          message={history.error.message}
          requestId={requestIdOf(history.error)}
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      ) : entries.length === 0 ? (
        <EmptyState icon={History} title={search.trim() === '' ? 'No queries yet' : 'No matching queries'}>
          Queries that run on this project appear here.
        </EmptyState>
      ) : (
        <>
          <ul className="flex flex-col gap-2">
            {entries.map((entry) => (
              <HistoryEntry key={entry.id} projectRef={projectRef} entry={entry} {...actions} />
            ))}
          </ul>
          {history.hasNextPage && (
            <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
              Load more
            </Button>
          )}
        </>
      )}
    </SheetBody>
  )
}
