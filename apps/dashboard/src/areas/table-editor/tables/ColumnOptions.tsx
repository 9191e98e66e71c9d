import { useState } from 'react'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { isWholeNumber, typeParts, withArray } from './column-types.rules.ts'
import { changeColumn, type FormColumn, isUnique, setUnique } from './table-form.rules.ts'
import type { TableFormState } from './use-table-form.ts'

const identities = [
  { value: 'by default', label: 'By default', description: 'An insert can set another number' },
  { value: 'always', label: 'Always', description: 'An insert cannot set the number' },
] as const

/** What a column has besides name, type and default. */
export function ColumnOptions({
  state: { form, change, errors },
  column,
  index,
}: {
  state: TableFormState
  column: FormColumn
  index: number
}) {
  const { key } = column
  const set = (more: Partial<FormColumn>) => change((now) => changeColumn(now, key, more))
  const isKey = form.primaryKey.includes(key)
  const isStored = column.was !== null
  const wasGenerated = isStored && column.generated !== null
  const errorAt = (field: string) => errors.get(`columns.${index}.${field}`)
  const [isGenerated, setGenerated] = useState(column.generated !== null)
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Allow NULL"
        description={isKey ? 'A primary key is never NULL.' : 'The column can be without a value.'}
        disabled={isKey || column.identity !== null}
        checked={column.nullable}
        onCheckedChange={(nullable) => set({ nullable })}
      />
      <Checkbox
        label="Unique"
        description="No two rows have the same value."
        checked={isUnique(form, key)}
        onCheckedChange={(isOn) => change((now) => setUnique(now, key, isOn))}
      />
      <Checkbox
        label="Array"
        description={isKey ? 'A primary key is no array here.' : 'The column holds a list of values.'}
        disabled={isKey || column.identity !== null}
        checked={typeParts(column.type).isArray}
        onCheckedChange={(isArray) => set({ type: withArray(column.type, isArray) })}
      />
      {(isWholeNumber(column.type) || column.identity) && (
        <div className="flex flex-col gap-2">
          <Checkbox
            label="Identity"
            description="PostgreSQL numbers new rows."
            checked={column.identity !== null}
            onCheckedChange={(isOn) => set({ identity: isOn ? 'by default' : null })}
          />
          {column.identity && (
            <div className="pl-6">
              <Select
                size="sm"
                aria-label="Kind of identity"
                options={[...identities]}
                value={column.identity}
                onValueChange={(identity) => set({ identity })}
              />
            </div>
          )}
        </div>
      )}
      {(!isStored || wasGenerated) && (
        <div className="flex flex-col gap-2">
          <Checkbox
            label="Generated"
            description="The value is computed from other columns and stored."
            disabled={column.identity !== null}
            checked={isGenerated}
            onCheckedChange={(isOn) => {
              setGenerated(isOn)
              set(isOn ? { generated: '', default: null } : { generated: null })
            }}
          />
          {isGenerated && (
            <div className="pl-6">
              <Field label="Expression" error={errorAt('generated')}>
                <Input
                  spellCheck={false}
                  autoComplete="off"
                  placeholder="price * amount"
                  className="[&_input]:font-mono"
                  value={column.generated ?? ''}
                  onValueChange={(generated) => set({ generated })}
                />
              </Field>
            </div>
          )}
        </div>
      )}
      <Field
        label="Type in SQL"
        description="With a length or precision: numeric(10,2)"
        error={errorAt('type')}
      >
        <Input
          spellCheck={false}
          autoComplete="off"
          className="[&_input]:font-mono"
          value={column.type}
          onValueChange={(type) => set({ type })}
        />
      </Field>
      <Field label="Description">
        <Input value={column.comment ?? ''} onValueChange={(comment) => set({ comment: comment || null })} />
      </Field>
    </div>
  )
}

/** The messages at the fields of a column. */
export const columnErrors = (errors: ReadonlyMap<string, string>, index: number): string[] => [
  ...new Set(
    [...errors]
      .filter(([path]) => path === `columns.${index}` || path.startsWith(`columns.${index}.`))
      .map(([, message]) => message),
  ),
]
