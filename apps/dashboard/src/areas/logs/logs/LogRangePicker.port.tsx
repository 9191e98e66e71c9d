import type { LogRange } from '@basalt/contract/logs/log-limits.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import {
  type ChosenRange,
  localTimeText,
  rangeOptions,
  timeOfLocalText,
  timesOf,
  USUAL_RANGE,
} from './log-range.port.ts'

const OWN = 'own'

/** The time that is searched: a range that ends now, or times of its own. */
export function LogRangePicker({
  slug,
  range,
  onRangeChange,
}: {
  /** The organization, whose plan says how long events are kept. */
  slug: string
  range: ChosenRange
  onRangeChange: (range: ChosenRange) => void
}) {
  const { data: organization } = useQuery(organizationQueries.detail(slug))
  const { from, to } = range
  const isOwn = from !== undefined && to !== undefined
  const choose = (value: LogRange | typeof OWN) =>
    onRangeChange(value === OWN ? timesOf(range, Date.now()) : value === USUAL_RANGE ? {} : { range: value })
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
      {isOwn && (
        <>
          <TimeField label="From" value={from} onChange={(time) => onRangeChange({ from: time, to })} />
          <TimeField label="To" value={to} onChange={(time) => onRangeChange({ from, to: time })} />
          <IconButton label="Clear the time range" icon={X} onClick={() => onRangeChange({})} />
        </>
      )}
      <Select
        aria-label="Time range"
        className="w-44! max-sm:flex-1"
        options={[...rangeOptions(organization?.plan.id), { value: OWN, label: 'Custom range' }]}
        value={isOwn ? OWN : (range.range ?? USUAL_RANGE)}
        onValueChange={choose}
      />
    </div>
  )
}

const TimeField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (time: string) => void
}) => (
  <Input
    type="datetime-local"
    step="1"
    aria-label={label}
    className="w-52! max-sm:flex-1"
    value={localTimeText(value)}
    onValueChange={(text) => {
      const time = timeOfLocalText(text)
      if (time !== undefined) onChange(time)
    }}
  />
)
