import { auditOutcomes } from '@basalt/contract/audit/audit.rules.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import type { Option } from '../../../ui/controls/option.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { auditQueries } from './audit.queries.ts'
import { type AuditFilter, isFiltered } from './audit-filter.rules.ts'
import { outcomeLabels } from './audit-labels.rules.ts'

const ANY = 'any'
const results = [
  { value: ANY, label: 'Any result' },
  ...auditOutcomes.map((value) => ({ value, label: outcomeLabels[value].label })),
] as const satisfies readonly Option[]

/** The filters of the log, which are stored in the URL. */
export function AuditFilters({
  filter,
  onFilterChange,
  children,
}: {
  filter: AuditFilter
  onFilterChange: (filter: AuditFilter) => void
  /** Filters specific to a log. */
  children?: ReactNode
}) {
  const actions = useQuery(auditQueries.actions())
  const change = (part: AuditFilter) => onFilterChange({ ...filter, ...part })
  return (
    <search
      className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-2"
      aria-label="Filter the audit log"
    >
      {children}
      <Combobox
        aria-label="Action"
        placeholder="Any action"
        className="sm:w-48!"
        options={actionOptions(actions.data ?? [])}
        value={filter.action ?? null}
        onValueChange={(action) => change({ action: action ?? undefined })}
      />
      <Select
        aria-label="Result"
        className="sm:w-36!"
        options={results}
        value={filter.result ?? ANY}
        onValueChange={(result) => change({ result: result === ANY ? undefined : result })}
      />
      <div className="grid grid-cols-2 gap-2 max-sm:col-span-2">
        <Day label="From" value={filter.from} max={filter.to} onChange={(from) => change({ from })} />
        <Day label="To" value={filter.to} min={filter.from} onChange={(to) => change({ to })} />
      </div>
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onFilterChange({})}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

/**
 * Options for actions. Two calls may have the same title, such as the two that run SQL; their names distinguish them.
 */
function actionOptions(actions: readonly { name: string; title: string }[]): Option[] {
  const isUnique = (title: string) => actions.filter((action) => action.title === title).length === 1
  return actions.map(({ name, title }) => ({
    value: name,
    label: isUnique(title) ? title : `${title} (${name})`,
  }))
}

function Day({
  label,
  value = '',
  min,
  max,
  onChange,
}: {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Input inside
    <label className="flex min-w-0 gap-x-2 gap-y-1 text-ink-muted text-sm max-sm:flex-col sm:items-center">
      {label}
      <Input
        type="date"
        className="sm:w-40!"
        value={value}
        min={min}
        max={max}
        onValueChange={(day) => onChange(day || undefined)}
      />
    </label>
  )
}
