import { useQuery } from '@tanstack/react-query'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import type { ObjectFilterProps } from '../object-kind-page.ts'
import { indexQueries } from './indexes.queries.ts'

const STATES = [
  { value: 'all', label: 'All indexes' },
  { value: 'unused', label: 'Unused' },
  { value: 'invalid', label: 'Invalid' },
] as const

const ALL = ' '

/** Restricts the list to a table and to a state. */
export function IndexFilters({ projectRef: ref, schema, filters, onChange }: ObjectFilterProps) {
  const { data } = useQuery(indexQueries.choices(ref, schema, ''))
  const table = filters.table === undefined ? ALL : String(filters.table)
  const names = new Set([...(table === ALL ? [] : [table]), ...(data?.tables ?? []).map(({ name }) => name)])
  return (
    <>
      <div className="w-44 max-sm:w-full">
        <Combobox
          size="sm"
          aria-label="Table"
          shownMax={100}
          options={[
            { value: ALL, label: 'All tables' },
            ...[...names].map((name) => ({ value: name, label: name })),
          ]}
          value={table}
          onValueChange={(next) => onChange({ table: next === null || next === ALL ? undefined : next })}
        />
      </div>
      <div className="w-32 max-sm:w-full">
        <Select
          size="sm"
          aria-label="State"
          options={STATES}
          value={STATES.find(({ value }) => value === filters.state)?.value ?? 'all'}
          onValueChange={(state) => onChange({ state: state === 'all' ? undefined : state })}
        />
      </div>
    </>
  )
}
