import { GRID_PAGE_SIZES } from '@basalt/contract/table-editor/grid.rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { oneOf } from '../../../lib/shape.ts'
import { FIRST_PAGE, type PagePosition } from './page-position.rules.ts'
import { rowQueries, type TableKey } from './rows.queries.ts'
import type { RowsView } from './rows-url.rules.ts'

const ASize = oneOf<number>(GRID_PAGE_SIZES)

/** The open page of a table. Another filter, sort or size starts at the first page. */
export function usePage(table: TableKey, view: RowsView) {
  const [size, setSize] = usePreference<number>('table-editor.page-size', ASize, GRID_PAGE_SIZES[0])
  const of = JSON.stringify([view, size])
  const [place, setPlace] = useState({ of, position: FIRST_PAGE })
  const position = place.of === of ? place.position : FIRST_PAGE
  const query = useQuery({
    ...rowQueries.page(table, view, size, position),
    placeholderData: keepPreviousData,
  })
  return { query, size, setSize, position, goTo: (next: PagePosition) => setPlace({ of, position: next }) }
}
