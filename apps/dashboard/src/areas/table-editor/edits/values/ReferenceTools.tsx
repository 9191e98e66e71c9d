import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { type RowReader, rowQueries } from '../../rows/rows.queries.ts'
import { ChoiceList, focusChoice } from './ChoiceList.tsx'
import { OFFERED_ROWS, referenceQueries } from './reference.queries.ts'
import { displayedColumns, searchFilter, shortText } from './reference.rules.ts'

/** How long typing pauses before a search is sent, in milliseconds. */
const SEARCH_DELAY = 250

/** Rows of the referenced table to choose from. Sets all columns of the key. */
export function ReferenceTools({
  reader,
  reference,
  values,
  onPick,
}: {
  reader: RowReader
  reference: NonNullable<GridColumn['foreign_key']>
  /** Of the columns of the key, in its order. */
  values: readonly (string | null)[]
  /** The values of the key's columns, by column. */
  onPick: (values: Readonly<Record<string, string | null>>) => void
}) {
  const [search, setSearch] = useState('')
  const typed = useDebouncedText(search, setSearch, SEARCH_DELAY)
  const box = useRef<HTMLDivElement>(null)
  const table = { ...reader, id: reference.target_id }
  const entity = useQuery(rowQueries.entity(table))
  const columns = entity.data?.columns ?? []
  const filter = searchFilter(columns, reference.target_columns, search)
  const rows = useQuery({
    ...referenceQueries.rows(table, filter === undefined ? [] : [filter]),
    enabled: entity.isSuccess,
    placeholderData: keepPreviousData,
  })
  const target = reference.target_table
  const displayed = displayedColumns(columns, reference.target_columns)
  const cellOf = (cells: readonly unknown[], name: string) =>
    cells[columns.findIndex((column) => column.name === name)] as Parameters<typeof shortText>[0]
  const keyOf = (cells: readonly unknown[]) =>
    reference.target_columns.map((name) => {
      const cell = cellOf(cells, name)
      return typeof cell === 'string' ? cell : null
    })
  const pick = (index: number) => {
    const row = rows.data?.rows[index]
    if (!row) return
    const key = keyOf(row.cells)
    onPick(Object.fromEntries(reference.columns.map((column, place) => [column, key[place] ?? null])))
  }
  const failure = entity.error ?? rows.error
  const found = rows.data?.rows ?? []
  return (
    <div ref={box} className="flex w-full min-w-0 flex-col">
      <Input
        size="sm"
        type="search"
        icon={Search}
        aria-label={`Search ${target}`}
        placeholder={`Search ${target}`}
        value={typed.text}
        onValueChange={typed.set}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'ArrowDown' && focusChoice(box.current)) event.preventDefault()
          else if (event.key === 'Enter') {
            event.preventDefault()
            event.stopPropagation()
            typed.commitNow(typed.text)
          }
        }}
      />
      {failure ? (
        <p role="alert" className="wrap-anywhere px-2 py-1.5 text-critical-ink text-xs">
          {failure.message}
        </p>
      ) : !rows.data ? (
        <div className="px-2 py-1.5">
          <Spinner label={`Loading rows of ${target}`} />
        </div>
      ) : found.length === 0 ? (
        <p className="px-2 py-1.5 text-ink-muted text-xs">
          {search === '' ? `${target} has no rows.` : 'No rows match.'}
        </p>
      ) : (
        <ChoiceList
          label={`Rows of ${target}`}
          choices={found.map((row, index) => ({
            key: String(index),
            isChosen: keyOf(row.cells).every((value, place) => value !== null && value === values[place]),
            content: displayed.map(({ name }, place) => (
              <span
                key={name}
                className={
                  place < reference.target_columns.length ? 'shrink-0' : 'min-w-0 truncate text-ink-muted'
                }
              >
                {shortText(cellOf(row.cells, name))}
              </span>
            )),
          }))}
          onChoose={(key) => pick(Number(key))}
          onLeave={() => box.current?.querySelector('input')?.focus()}
        />
      )}
      {found.length === OFFERED_ROWS && (
        <p className="px-2 pb-1 text-ink-faint text-xs">The first {OFFERED_ROWS} rows. Search for others.</p>
      )}
    </div>
  )
}
