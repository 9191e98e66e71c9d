import { Search } from 'lucide-react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { LogRangePicker } from '../../logs/logs/LogRangePicker.port.tsx'
import type { PerformanceSearch } from './performance-search.rules.ts'

const SEARCH_DEBOUNCE_MS = 300
const ALL_ROLES = 'all roles'
const ALL_SOURCES = 'all'
/** A query that both run belongs to whichever ran it first. */
const sources = [
  { value: ALL_SOURCES, label: 'All sources' },
  { value: 'dashboard', label: 'Dashboard' },
  { value: 'other', label: 'Applications' },
] as const
const times = [
  { value: 'now', label: 'Counted so far' },
  { value: 'past', label: 'Over a time range' },
] as const

/** The filters of the list, which are stored in the URL. */
export function PerformanceFilters({
  slug,
  search,
  roles,
  onSearchChange,
}: {
  /** The organization, whose plan says how long measurements are kept. */
  slug: string
  search: PerformanceSearch
  /** Roles with statistics. */
  roles: readonly string[]
  onSearchChange: (search: PerformanceSearch) => void
}) {
  const change = (part: PerformanceSearch) => onSearchChange({ ...search, id: undefined, ...part })
  // A list that failed has no roles, and the chosen one stays.
  const listed = new Set([...roles, ...(search.role === undefined ? [] : [search.role])])
  const calls = useDebouncedText(
    search.minCalls === undefined ? '' : String(search.minCalls),
    (found) => change({ minCalls: /^\d{1,9}$/.test(found) && found !== '0' ? Number(found) : undefined }),
    SEARCH_DEBOUNCE_MS,
  )
  const { text, set } = useDebouncedText(
    search.search ?? '',
    (found) => change({ search: found || undefined }),
    SEARCH_DEBOUNCE_MS,
  )
  return (
    <search aria-label="Filter queries" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Select
        aria-label="Time"
        className="w-full sm:w-44!"
        options={times}
        value={search.past ? 'past' : 'now'}
        onValueChange={(time) =>
          change({ past: time === 'past' || undefined, range: undefined, from: undefined, to: undefined })
        }
      />
      {search.past && (
        <LogRangePicker
          slug={slug}
          range={{ range: search.range, from: search.from, to: search.to }}
          onRangeChange={(next) => change({ range: undefined, from: undefined, to: undefined, ...next })}
        />
      )}
      <Input
        type="search"
        icon={Search}
        aria-label="Search queries"
        placeholder="Search, such as insert into orders"
        className="w-full sm:w-80!"
        value={text}
        onValueChange={set}
      />
      <Select
        aria-label="Role"
        className="w-full sm:w-52!"
        options={[
          { value: ALL_ROLES, label: 'All roles' },
          ...[...listed].map((role) => ({ value: role, label: role })),
        ]}
        value={search.role ?? ALL_ROLES}
        onValueChange={(role) => change({ role: role === ALL_ROLES ? undefined : role })}
      />
      <Input
        type="number"
        min={0}
        aria-label="Minimum calls"
        placeholder="Min. calls"
        className="w-full sm:w-32!"
        value={calls.text}
        onValueChange={calls.set}
      />
      <Select
        aria-label="Source"
        className="w-full sm:w-44!"
        options={sources}
        value={search.source ?? ALL_SOURCES}
        onValueChange={(source) => change({ source: source === ALL_SOURCES ? undefined : source })}
      />
      <Checkbox
        label="Catalog queries"
        checked={search.catalog === true}
        onCheckedChange={(catalog) => change({ catalog: catalog || undefined })}
      />
    </search>
  )
}
