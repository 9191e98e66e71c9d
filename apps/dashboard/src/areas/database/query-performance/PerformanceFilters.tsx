import { Search } from 'lucide-react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import type { PerformanceSearch } from './performance-search.rules.ts'

const SEARCH_DEBOUNCE_MS = 300
const ALL_ROLES = 'all roles'

/** The filters of the list, which are stored in the URL. */
export function PerformanceFilters({
  search,
  roles,
  onSearchChange,
}: {
  search: PerformanceSearch
  /** Roles with statistics. */
  roles: readonly string[]
  onSearchChange: (search: PerformanceSearch) => void
}) {
  const change = (part: PerformanceSearch) => onSearchChange({ ...search, id: undefined, ...part })
  // A list that failed has no roles, and the chosen one stays.
  const listed = new Set([...roles, ...(search.role === undefined ? [] : [search.role])])
  const { text, set } = useDebouncedText(
    search.search ?? '',
    (found) => change({ search: found || undefined }),
    SEARCH_DEBOUNCE_MS,
  )
  return (
    <search aria-label="Filter queries" className="flex flex-wrap items-center gap-x-4 gap-y-2">
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
      <Checkbox
        label="Catalog queries"
        checked={search.catalog === true}
        onCheckedChange={(catalog) => change({ catalog: catalog || undefined })}
      />
    </search>
  )
}
