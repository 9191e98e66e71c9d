import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { SnippetRow } from './SnippetRow.tsx'

/** The state of a paginated list. */
export interface ListState {
  isPending: boolean
  isError: boolean
  error: Error | null
  refetch(): unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** The queries of one section or folder, loaded page by page. */
export function SnippetList({
  label,
  state,
  snippets,
  empty,
  isInFolder = false,
  children,
}: {
  label: string
  state: ListState
  snippets: readonly SnippetSummary[]
  empty: ReactNode
  isInFolder?: boolean
  /** Rows above the queries, such as folders. */
  children?: ReactNode
}) {
  if (state.isPending)
    return (
      <div role="status" aria-label={`Loading ${label}`} className="flex flex-col gap-2 px-2 py-1.5">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    )
  if (state.isError)
    return (
      <div role="alert" className="flex flex-col items-start gap-1 px-2 py-1 text-critical-ink text-xs">
        {state.error?.message}
        <Button size="sm" onClick={() => state.refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <>
      <ul aria-label={label} className="flex flex-col">
        {children}
        {snippets.map((snippet) => (
          <SnippetRow key={snippet.id} snippet={snippet} siblings={snippets} isInFolder={isInFolder} />
        ))}
      </ul>
      {snippets.length === 0 && empty && <div className="px-2 py-1 text-ink-faint text-xs">{empty}</div>}
      {state.hasNextPage && (
        <div className="px-2 py-1">
          <Button size="sm" loading={state.isFetchingNextPage} onClick={() => state.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}
