import { changeKinds, changeOrigins, changeOutcomes } from '@basalt/contract/ledger/ledger.rules.ts'
import { Search } from 'lucide-react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { type ChangeFilter, isFiltered } from './change-filter.rules.ts'
import { kindLabels, originLabels, outcomeLabels } from './change-labels.rules.ts'

const SEARCH_DEBOUNCE_MS = 300
const ANY = 'any'
const kinds = [
  { value: ANY, label: 'Schema and data' },
  ...changeKinds.map((value) => ({ value, label: kindLabels[value] })),
] as const
const origins = [
  { value: ANY, label: 'Any origin' },
  ...changeOrigins.map((value) => ({ value, label: originLabels[value] })),
] as const
const results = [
  { value: ANY, label: 'Any result' },
  ...changeOutcomes.map((value) => ({ value, label: outcomeLabels[value].label })),
] as const

/** The filters of the list, which are stored in the URL. */
export function ChangeFilters({
  filter,
  onFilterChange,
}: {
  filter: ChangeFilter
  onFilterChange: (filter: ChangeFilter) => void
}) {
  const change = (part: ChangeFilter) => onFilterChange({ ...filter, ...part })
  const { text, set } = useDebouncedText(
    filter.search ?? '',
    (search) => change({ search: search || undefined }),
    SEARCH_DEBOUNCE_MS,
  )
  return (
    <search
      aria-label="Filter changes"
      className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-2"
    >
      <Input
        type="search"
        icon={Search}
        aria-label="Search changes"
        placeholder="Search SQL or email address"
        className="max-sm:col-span-2 sm:w-64!"
        value={text}
        onValueChange={set}
      />
      <Select
        aria-label="Kind"
        className="sm:w-44!"
        options={kinds}
        value={filter.kind ?? ANY}
        onValueChange={(kind) => change({ kind: kind === ANY ? undefined : kind })}
      />
      <Select
        aria-label="Origin"
        className="sm:w-36!"
        options={origins}
        value={filter.origin ?? ANY}
        onValueChange={(origin) => change({ origin: origin === ANY ? undefined : origin })}
      />
      <Select
        aria-label="Result"
        className="sm:w-36!"
        options={results}
        value={filter.result ?? ANY}
        onValueChange={(result) => change({ result: result === ANY ? undefined : result })}
      />
      <Checkbox
        label="Not in a migration"
        checked={filter.pending === true}
        onCheckedChange={(pending) => change({ pending: pending || undefined })}
      />
      {isFiltered(filter) && (
        <Button
          variant="ghost"
          onClick={() => {
            set('')
            onFilterChange({})
          }}
        >
          Clear filters
        </Button>
      )}
    </search>
  )
}
