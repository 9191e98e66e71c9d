import { useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { ColumnRow } from './ColumnRow.tsx'
import { newColumn } from './table-form.rules.ts'
import { tableQueries } from './tables.queries.ts'
import type { TableFormState } from './use-table-form.ts'

/** More columns than a person looks through are found by name. */
const SHOWN_MAX = 60

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
  const isLong = form.columns.length > SHOWN_MAX
  const matches = form.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => {
      if (!isLong) return true
      const isWrong = [...errors.keys()].some((path) => path.startsWith(`columns.${index}.`))
      return isWrong || column.name === '' || column.name.toLowerCase().includes(search.toLowerCase())
    })
  // What was added last is at the end, in view.
  const shown = matches.length > SHOWN_MAX ? matches.slice(0, SHOWN_MAX) : matches
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
      {shown.length < matches.length && (
        <p className="text-ink-muted text-xs">
          {matches.length - shown.length} more columns. Find them by name.
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
