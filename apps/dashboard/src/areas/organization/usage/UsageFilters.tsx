import { Select } from '../../../ui/controls/Select.tsx'
import { CustomRange } from './CustomRange.tsx'
import { ProjectFilter } from './ProjectFilter.tsx'
import { firstCustomRange, type UsagePeriod, type UsageSearch } from './usage-range.rules.ts'

const periods: { value: UsagePeriod; label: string }[] = [
  { value: 'current', label: 'Current billing period' },
  { value: 'previous', label: 'Previous billing period' },
  { value: 'custom', label: 'Custom range' },
]

/** Which days and which projects a usage page is about. */
export function UsageFilters({
  slug,
  createdAt,
  search,
  onSearchChange,
}: {
  slug: string
  createdAt: string
  search: UsageSearch
  onSearchChange: (search: UsageSearch) => void
}) {
  const { period = 'current', projectRef, start, end } = search
  const choose = (next: UsagePeriod) =>
    onSearchChange({
      projectRef,
      ...(next !== 'current' && { period: next }),
      ...(next === 'custom' && firstCustomRange(createdAt, new Date())),
    })
  const days =
    start !== undefined && end !== undefined ? { start, end } : firstCustomRange(createdAt, new Date())
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label="Period"
          className="w-56!"
          options={periods}
          value={period}
          onValueChange={choose}
        />
        <ProjectFilter
          slug={slug}
          value={projectRef}
          onChange={(ref) => onSearchChange({ ...search, projectRef: ref })}
        />
      </div>
      {period === 'custom' && (
        <CustomRange value={days} onChange={(range) => onSearchChange({ ...search, ...range })} />
      )}
    </search>
  )
}
