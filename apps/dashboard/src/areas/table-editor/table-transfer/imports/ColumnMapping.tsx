import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import type { Filling } from './import-plan.rules.ts'

const DEFAULT = 'default'
const CONSTANT = 'constant'

/** What fills each column of the table. */
export function ColumnMapping({
  columns,
  names,
  fillings,
  onChange,
}: {
  columns: readonly GridColumn[]
  /** The columns of the file. */
  names: readonly string[]
  fillings: readonly Filling[]
  onChange: (place: number, filling: Filling) => void
}) {
  const ofFile = names.map((name, place) => ({ value: String(place), label: name }))
  return (
    <ul aria-label="Columns of the table" className="flex flex-col gap-2">
      {columns.map((column, place) => {
        const filling = fillings[place] ?? { kind: 'default' }
        const emptied = emptyLabel(column)
        const options = [
          ...ofFile,
          { value: DEFAULT, label: emptied },
          { value: CONSTANT, label: 'The same text for all rows' },
        ]
        return (
          <li
            key={column.name}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5"
          >
            <div className="min-w-0 text-sm">
              <p className="wrap-anywhere font-medium">{column.name}</p>
              <p className="truncate text-ink-muted text-xs">
                {column.data_type}
                {column.is_primary_key && ', primary key'}
                {!column.is_nullable && !column.is_primary_key && ', not null'}
              </p>
            </div>
            <Select
              aria-label={`Fill ${column.name} from`}
              options={options}
              value={filling.kind === 'column' ? String(filling.place) : filling.kind}
              onValueChange={(value) =>
                onChange(
                  place,
                  value === DEFAULT
                    ? { kind: 'default' }
                    : value === CONSTANT
                      ? { kind: 'constant', text: '' }
                      : { kind: 'column', place: Number(value) },
                )
              }
            />
            {filling.kind === 'constant' && (
              <Input
                aria-label={`Text for ${column.name}`}
                className="col-start-2"
                value={filling.text}
                onValueChange={(text) => onChange(place, { kind: 'constant', text })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function emptyLabel({ default: value, identity }: GridColumn) {
  if (identity !== null) return 'Not from the file: the next number'
  return value === null ? 'Not from the file: NULL' : 'Not from the file: its default'
}
