import { toast } from '../../../ui/feedback/toast.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import type { GridColumn } from '../../../ui/grid/data-grid.rules.ts'
import { Specimen } from '../Specimen.tsx'

const ROWS = 100_000
const GENERATED_COLUMNS = 16

const columns: GridColumn[] = [
  { name: 'id', type: 'int8' },
  { name: 'note', type: 'text' },
  { name: 'created_at', type: 'timestamptz' },
  { name: 'payload', type: 'jsonb' },
  ...Array.from({ length: GENERATED_COLUMNS }, (_, index) => ({ name: `metric_${index}`, type: 'float8' })),
]

const notes = ['first order', null, '', 'NULL', 'line one\nline two', 'x'.repeat(2_000)]
const started = Date.UTC(2026, 0, 1)

const values = [
  Array.from({ length: ROWS }, (_, row) => String(row + 1)),
  Array.from({ length: ROWS }, (_, row) => notes[row % notes.length]!),
  Array.from({ length: ROWS }, (_, row) => new Date(started + row * 60_000).toISOString()),
  Array.from({ length: ROWS }, (_, row) => `{"row": ${row}, "paid": ${row % 3 === 0}}`),
  ...Array.from({ length: GENERATED_COLUMNS }, (_, column) =>
    Array.from({ length: ROWS }, (_, row) => String(((row * (column + 7)) % 9_973) / 100)),
  ),
]

const smallColumns = columns.slice(0, 2)
const smallValues = [
  ['1', '2'],
  ['', null],
]

export function DataGrids() {
  return (
    <>
      <Specimen name="100,000 rows of 20 columns" wide>
        <div className="h-80 overflow-hidden rounded-md border">
          <DataGrid
            label="Orders"
            columns={columns}
            values={values}
            onOpenCell={({ value }) => toast({ title: 'Cell', description: value ?? 'NULL' })}
          />
        </div>
      </Specimen>
      <Specimen name="Two rows: empty and NULL" wide>
        <div className="h-32 overflow-hidden rounded-md border">
          <DataGrid label="Two rows" columns={smallColumns} values={smallValues} />
        </div>
      </Specimen>
    </>
  )
}
