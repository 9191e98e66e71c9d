import { useMemo } from 'react'
import { type ChartConfig, defaultChart } from './chart/chart-config.ts'
import { ChartContext } from './chart/chart-context.ts'
import { ResultChart } from './chart/ResultChart.tsx'

export { type ChartConfig, defaultChart }

/** A chart of rows that came from elsewhere than the SQL editor, with its settings. */
export function RowsChart({
  fields,
  columns,
  rowCount,
  config,
  onChange,
}: {
  /** With the names of PostgreSQL's types. */
  fields: readonly { name: string; type: string }[]
  /** Values as text, column by column. */
  columns: readonly { at(row: number): string | null | undefined }[]
  rowCount: number
  /** Undefined for the axes that suit the rows. */
  config: ChartConfig | undefined
  onChange: (config: ChartConfig) => void
}) {
  const state = useMemo(
    () => ({
      config: config ?? defaultChart,
      isVisible: true,
      setVisible: () => undefined,
      change: onChange,
    }),
    [config, onChange],
  )
  const rows = useMemo(
    () => ({
      fields: fields.map((field) => ({ ...field, type_id: 0, table_id: 0, column_id: 0 })),
      columns,
      rowCount,
    }),
    [fields, columns, rowCount],
  )
  return (
    <ChartContext value={state}>
      <ResultChart rows={rows} />
    </ChartContext>
  )
}
