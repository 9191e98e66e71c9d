import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { loadMoreProps } from '../../../api/load-more-props.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import type { ObjectsOnPage } from './objects.queries.ts'

/** The four states of a list of objects: loading, failed, empty, and its rows with a button for more. */
export function ListContent<Item>({
  list,
  many,
  skeleton,
  empty,
  children,
}: {
  list: UseInfiniteQueryResult<InfiniteData<ObjectsOnPage<Item>>>
  /** Such as `types`. */
  many: string
  skeleton: ReactNode
  empty: ReactNode
  children: (rows: Item[]) => ReactNode
}) {
  if (list.isPending) return skeleton
  if (!list.data)
    return (
      <ErrorPanel
        title={`Failed to load ${many}`}
        message={list.error?.message}
        requestId={requestIdOf(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  const rows = list.data.pages.flatMap(({ objects }) => objects)
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {list.hasNextPage && <LoadMore {...loadMoreProps(list)} failure={`Failed to load more ${many}.`} />}
    </>
  )
}
