import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { useMemo } from 'react'
import { Input } from '../../../../ui/controls/Input.tsx'
import { ColumnLines } from './ColumnLines.tsx'
import type { Filling } from './import-plan.rules.ts'
import { PlaceSelect } from './PlaceSelect.tsx'

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
  const ofFile = useMemo(() => names.map((name, place) => ({ value: String(place), label: name })), [names])
  const lines = columns.flatMap((column, place) => {
    const filling = fillings[place] ?? { kind: 'default' as const }
    const line = { place, name: column.name, column, filling, text: undefined }
    const ofColumn = { ...line, key: String(place) }
    return filling.kind === 'constant'
      ? [ofColumn, { ...line, key: `text ${place}`, text: filling.text }]
      : [ofColumn]
  })
  return (
    <ColumnLines
      label="Columns of the table"
      lines={lines}
      renderLine={({ place, column, filling, text }) => (
        <div className="grid h-full grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-3">
          {text === undefined ? (
            <>
              <div className="min-w-0 text-sm">
                <p className="truncate font-medium" title={column.name}>
                  {column.name}
                </p>
                <p className="truncate text-ink-muted text-xs">
                  {column.data_type}
                  {column.is_primary_key && ', primary key'}
                  {!column.is_nullable && !column.is_primary_key && ', not null'}
                </p>
              </div>
              <PlaceSelect
                aria-label={`Fill ${column.name} from`}
                options={[
                  ...ofFile,
                  { value: DEFAULT, label: emptyLabel(column) },
                  { value: CONSTANT, label: 'The same text for all rows' },
                ]}
                value={filling.kind === 'column' ? String(filling.place) : filling.kind}
                onValueChange={(value) => onChange(place, fillingOf(value))}
              />
            </>
          ) : (
            <Input
              aria-label={`Text for ${column.name}`}
              className="col-start-2"
              value={text}
              onValueChange={(next) => onChange(place, { kind: 'constant', text: next })}
            />
          )}
        </div>
      )}
    />
  )
}

function fillingOf(value: string): Filling {
  if (value === DEFAULT) return { kind: 'default' }
  return value === CONSTANT ? { kind: 'constant', text: '' } : { kind: 'column', place: Number(value) }
}

function emptyLabel({ default: value, identity }: GridColumn) {
  if (identity !== null) return 'Not from the file: the next number'
  return value === null ? 'Not from the file: NULL' : 'Not from the file: its default'
}
