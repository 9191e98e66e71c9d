import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Input } from '../../../ui/controls/Input.tsx'
import { tableQueries } from '../../table-editor/tables/tables.queries.ts'

/** Types that are suggested before those of the database. */
const COMMON = [
  'bigint',
  'boolean',
  'date',
  'integer',
  'json',
  'jsonb',
  'numeric',
  'text',
  'timestamptz',
  'uuid',
]

/** A type as SQL writes it. Known types are suggested. */
export function TypeInput({
  projectRef,
  label,
  value,
  isWrong,
  others = [],
  size = 'sm',
  isReadOnly = false,
  onValueChange,
}: {
  projectRef: string
  /** Left out inside a field, which names it. */
  label?: string
  value: string
  isWrong: boolean
  /** What is suggested besides the types of columns. */
  others?: readonly string[]
  size?: 'sm' | 'md'
  isReadOnly?: boolean
  onValueChange: (value: string) => void
}) {
  const id = useId()
  const { data: types = [] } = useQuery(tableQueries.types(projectRef))
  const known = [...new Set([...COMMON, ...others, ...types.map(({ name }) => name)])]
  return (
    <>
      <Input
        size={size}
        list={id}
        readOnly={isReadOnly}
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
