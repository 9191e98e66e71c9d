import { ArrowLeftRight } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import type { ExportRows } from '../results/result-export.ts'
import type { ChartConfig } from './chart-config.ts'
import { canFlip, xChoices, yChoices } from './chart-data.ts'

const types: { value: ChartConfig['type']; label: string }[] = [
  { value: 'bar', label: 'Bar' },
  { value: 'line', label: 'Line' },
  { value: 'area', label: 'Area' },
]
const switches = [
  ['cumulative', 'Cumulative'],
  ['showLabels', 'Show labels'],
  ['showGrid', 'Show grid'],
  ['logScale', 'Logarithmic scale'],
] as const

const options = (columns: readonly { name: string }[]) =>
  [...new Set(columns.map(({ name }) => name))].filter(Boolean).map((name) => ({ value: name, label: name }))

/** Chooses the columns and style of a chart. */
export function ChartSettings({
  rows,
  config,
  isSampled,
  onChange,
}: {
  rows: ExportRows
  config: ChartConfig
  /** Whether the chart draws only a sample of the rows. */
  isSampled: boolean
  onChange: (config: ChartConfig) => void
}) {
  const drawable = options(yChoices(rows))
  return (
    <section
      aria-label="Chart settings"
      className="flex shrink-0 items-center gap-x-3 gap-y-2 overflow-x-auto border-line border-b px-3 py-2 text-sm md:flex-wrap [&>*]:shrink-0"
    >
      <div className="w-24">
        <Select
          aria-label="Chart type"
          size="sm"
          options={types}
          value={config.type}
          onValueChange={(type) => onChange({ ...config, type })}
        />
      </div>
      <LabelledSelect label="X axis">
        <Select
          aria-label="X axis"
          size="sm"
          placeholder="Choose a column"
          options={options(xChoices(rows.fields))}
          value={config.xKey || null}
          onValueChange={(xKey) => onChange({ ...config, xKey })}
        />
      </LabelledSelect>
      <LabelledSelect label="Y axis">
        <Select
          aria-label="Y axis"
          size="sm"
          placeholder={drawable.length === 0 ? 'No numeric columns' : 'Choose a column'}
          disabled={drawable.length === 0}
          options={drawable}
          value={config.yKey || null}
          onValueChange={(yKey) => onChange({ ...config, yKey })}
        />
      </LabelledSelect>
      <Button
        size="sm"
        icon={ArrowLeftRight}
        reason={canFlip(rows.fields, config) ? undefined : 'Both axes must be numeric to flip them'}
        onClick={() => onChange({ ...config, xKey: config.yKey, yKey: config.xKey })}
      >
        Flip axes
      </Button>
      {switches.map(([key, label]) => (
        <Switch
          key={key}
          label={label}
          {...(key === 'cumulative' &&
            isSampled && { disabled: true, description: 'Only when all rows are drawn' })}
          checked={config[key]}
          onCheckedChange={(isOn) => onChange({ ...config, [key]: isOn })}
        />
      ))}
    </section>
  )
}

function LabelledSelect({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden="true" className="whitespace-nowrap text-ink-muted">
        {label}
      </span>
      <div className="w-32">{children}</div>
    </div>
  )
}
