import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Input } from '../../../../ui/controls/Input.tsx'
import { tableQueries } from '../../../table-editor/tables/tables.queries.ts'

/** Types that functions often have, before those of the database. */
const COMMON = [
  'bigint',
  'boolean',
  'date',
  'integer',
  'json',
  'jsonb',
  'numeric',
  'record',
  'text',
  'timestamptz',
  'trigger',
  'uuid',
  'void',
]

/** The type of an argument or result, as SQL writes it. Known types are suggested. */
export function TypeInput({
  projectRef,
  label,
  value,
  isWrong,
  onValueChange,
}: {
  projectRef: string
  label: string
  value: string
  isWrong: boolean
  onValueChange: (value: string) => void
}) {
  const id = useId()
  const { data: types = [] } = useQuery(tableQueries.types(projectRef))
  const known = [...new Set([...COMMON, ...types.map(({ name }) => name)])]
  return (
    <>
      <Input
        size="sm"
        list={id}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        placeholder="Type"
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
        value={value}
        onValueChange={onValueChange}
      />
      <datalist id={id}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
