import { OBJECT_SEARCH_MAX } from '@basalt/contract/database-objects/database-objects.rules.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { entityQueries } from './entities.queries.ts'

const SEARCH_DELAY_MS = 250

/** The schemas of a project's database that match what was typed, found by the server. */
export function useSchemaSearch(ref: string) {
  const [search, setSearch] = useState('')
  const { text, set } = useDebouncedText(search, setSearch, SEARCH_DELAY_MS)
  const list = useInfiniteQuery({
    ...entityQueries.schemaPages(ref, search.slice(0, OBJECT_SEARCH_MAX)),
    placeholderData: keepPreviousData,
  })
  // Loaded schemas are filtered at once, so that Enter never chooses one that does not match the text.
  const wanted = text.toLowerCase()
  const names = (list.data?.pages ?? [])
    .flatMap(({ objects }) => objects.map(({ name }) => name))
    .filter((name) => name.toLowerCase().includes(wanted))
  return {
    list,
    names,
    isSearching: list.isPending || list.isPlaceholderData || text !== search,
    onSearch: set,
    onEndReached: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage()
    },
  }
}
