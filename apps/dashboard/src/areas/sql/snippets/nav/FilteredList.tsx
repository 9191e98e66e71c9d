import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { snippetQueries } from '../snippets.queries.ts'
import { useNav } from './nav-context.ts'
import { SnippetList } from './SnippetList.tsx'

/** A flat list of queries: favorites, shared ones, or search results. */
export function FilteredList({
  label,
  filter,
  empty,
}: {
  label: string
  filter: Parameters<typeof snippetQueries.list>[2]
  empty: ReactNode
}) {
  const { ref, sortBy } = useNav()
  const list = useInfiniteQuery(snippetQueries.list(ref, sortBy, filter))
  return (
    <SnippetList
      label={label}
      state={list}
      snippets={list.data?.pages.flatMap((page) => page.data) ?? []}
      empty={empty}
    />
  )
}
