import { type ImportedType, importedTypes } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { ColumnLines } from './ColumnLines.tsx'
import type { NewColumn, NewTablePlan } from './import-plan.rules.ts'
import { PlaceSelect } from './PlaceSelect.tsx'

const typeNames: Partial<Record<ImportedType, string>> = {
  int8: 'bigint',
  float8: 'double precision',
  bool: 'boolean',
}
const types = importedTypes.map((value) => ({ value, label: typeNames[value] ?? value }))
const NUMBERED = 'numbered'

/** The table that is created for the rows of a file. */
export function NewTableForm({
  plan,
  onChange,
}: {
  plan: NewTablePlan
  onChange: (plan: NewTablePlan) => void
}) {
  const { columns } = plan
  const change = (place: number, column: Partial<NewColumn>) =>
    onChange({ ...plan, columns: columns.with(place, { ...columns[place]!, ...column }) })
  const keys = [
    { value: NUMBERED, label: 'Numbers that PostgreSQL assigns' },
    ...columns.map(({ name }, place) => ({ value: String(place), label: name })),
  ]
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Schema">
          <Input value={plan.schema} onValueChange={(schema) => onChange({ ...plan, schema })} />
        </Field>
        <Field label="Table name">
          <Input value={plan.name} onValueChange={(name) => onChange({ ...plan, name })} />
        </Field>
        <Field label="Primary key">
          <PlaceSelect
            options={keys}
            value={plan.key === null ? NUMBERED : String(plan.key)}
            onValueChange={(value) => onChange({ ...plan, key: value === NUMBERED ? null : Number(value) })}
          />
        </Field>
      </div>
      <Checkbox
        checked={plan.hasRowSecurity}
        onCheckedChange={(hasRowSecurity) => onChange({ ...plan, hasRowSecurity })}
        label="Enable row level security"
        description="Without policies, the Data API reads and changes no row of this table."
      />
      <ColumnLines
        label="Columns of the new table"
        lines={columns.map((column, place) => ({ ...column, place, key: String(place) }))}
        renderLine={({ place, ...column }) => (
          <div className="grid h-full grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] items-center gap-3">
            <Checkbox
              aria-label={`Import column ${place + 1}`}
              checked={column.isIncluded}
              onCheckedChange={(isIncluded) => change(place, { isIncluded })}
            />
            <Input
              aria-label={`Name of column ${place + 1}`}
              value={column.name}
              disabled={!column.isIncluded}
              onValueChange={(name) => change(place, { name })}
            />
            <Select
              aria-label={`Type of column ${place + 1}`}
              options={types}
              value={column.type}
              disabled={!column.isIncluded}
              onValueChange={(type) => change(place, { type })}
            />
          </div>
        )}
      />
    </div>
  )
}
