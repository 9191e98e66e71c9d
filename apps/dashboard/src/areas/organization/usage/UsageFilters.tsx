import { useState } from 'react'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { ProjectFilter } from './ProjectFilter.tsx'
import { defaultCustomRange, rangeError } from './usage-range.rules.ts'
import type { UsagePeriod, UsageSearch } from './usage-search.rules.ts'

const periods: { value: UsagePeriod; label: string }[] = [
  { value: 'current', label: 'Current billing period' },
  { value: 'previous', label: 'Previous billing period' },
  { value: 'custom', label: 'Custom range' },
]

/** The period and project filters of the usage page. */
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
      ...(next === 'custom' && defaultCustomRange(createdAt, new Date())),
    })
  const days =
    start !== undefined && end !== undefined ? { start, end } : defaultCustomRange(createdAt, new Date())
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

interface Days {
  start: string
  end: string
}

/** A range of days, both inclusive. An invalid range is reported here and not applied. */
function CustomRange({ value, onChange }: { value: Days; onChange: (days: Days) => void }) {
  const [draft, setDraft] = useState(value)
  const problem = rangeError(draft.start, draft.end)
  const change = (part: Partial<Days>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (!rangeError(next.start, next.end)) onChange(next)
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="First day" className="w-40">
        <Input type="date" value={draft.start} onValueChange={(start) => change({ start })} />
      </Field>
      <Field label="Last day" className="w-40" {...(problem && { error: problem })}>
        <Input type="date" value={draft.end} onValueChange={(end) => change({ end })} />
      </Field>
    </div>
  )
}
