import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListStates } from '../../../api/ListStates.tsx'
import { loadMoreProps } from '../../../api/load-more-props.ts'
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
  return (
    <ListStates
      list={list}
      failure={`Failed to load ${many}`}
      skeleton={skeleton}
      rowsOf={({ pages }) => pages.flatMap(({ objects }) => objects)}
      empty={empty}
    >
      {(rows) => (
        <>
          {children(rows)}
          {list.hasNextPage && <LoadMore {...loadMoreProps(list)} failure={`Failed to load more ${many}.`} />}
        </>
      )}
    </ListStates>
  )
}
