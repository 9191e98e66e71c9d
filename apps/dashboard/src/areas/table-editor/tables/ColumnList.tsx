import { useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { ColumnRow } from './ColumnRow.tsx'
import { SHOWN_COLUMNS_MAX, shownColumns } from './shown-columns.rules.ts'
import { newColumn } from './table-form.rules.ts'
import { tableQueries } from './tables.queries.ts'
import type { TableFormState } from './use-table-form.ts'

/** The columns of a table panel. */
export function ColumnList({
  projectRef: ref,
  state,
  isNew,
}: {
  projectRef: string
  state: TableFormState
  isNew: boolean
}) {
  const { form, change, errors } = state
  const types = useQuery(tableQueries.types(ref))
  const [search, setSearch] = useState('')
  const isLong = form.columns.length > SHOWN_COLUMNS_MAX
  const count = form.columns.length
  const choose = () => ({ search, count, errors, keys: shownColumns(form.columns, search, errors) })
  // Chosen again when the search changes, not while a name is typed: its column would vanish.
  const [chosen, setChosen] = useState(choose)
  const isOutdated = chosen.search !== search || chosen.count !== count || chosen.errors !== errors
  if (isOutdated) setChosen(choose())
  const shown = form.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => !isLong || chosen.keys.has(column.key))
  const missing = errors.get('columns')
  return (
    <section aria-label="Columns" className="flex flex-col gap-1">
      <h3 className="font-medium text-sm">Columns</h3>
      {isLong && (
        <Input
          size="sm"
          type="search"
          icon={Search}
          aria-label="Find a column"
          placeholder={`Find one of ${form.columns.length} columns`}
          value={search}
          onValueChange={setSearch}
        />
      )}
      <div className="grid grid-cols-[1.5rem_minmax(0,3fr)_minmax(0,2.5fr)_minmax(0,3fr)_auto] gap-1.5 text-2xs text-ink-muted max-sm:hidden">
        <span />
        <span>Name</span>
        <span>Type</span>
        <span>Default</span>
        <span className="w-20">Key</span>
      </div>
      <ul aria-label="Columns" className="flex flex-col">
        {shown.map(({ column, index }) => (
          <ColumnRow
            key={column.key}
            state={state}
            column={column}
            index={index}
            types={types.data ?? []}
            isMovable={isNew}
          />
        ))}
      </ul>
      {isLong && shown.length < count && (
        <p className="text-ink-muted text-xs">
          {shown.length} of {count} columns. Find the others by name.
        </p>
      )}
      {missing && (
        <p role="alert" className="text-critical-ink text-xs">
          {missing}
        </p>
      )}
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() => change((now) => ({ ...now, columns: [...now.columns, newColumn()] }))}
        >
          Add column
        </Button>
      </div>
    </section>
  )
}
