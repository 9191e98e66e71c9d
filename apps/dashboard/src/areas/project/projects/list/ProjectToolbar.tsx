import { DEFAULT_PROJECT_SORT } from '@basalt/contract/projects/projects.rules.ts'
import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { LazySelect } from '../../../../ui/controls/LazySelect.tsx'
import {
  type ProjectListSearch,
  SEARCH_DEBOUNCE_MS,
  SEARCH_MAX,
  sortOptions,
  statusFilterOptions,
} from './project-list.rules.ts'

export function ProjectToolbar({
  search,
  onSearchChange,
  children,
}: {
  search: ProjectListSearch
  onSearchChange: (change: ProjectListSearch) => void
  /** Content at the end of the line. */
  children: ReactNode
}) {
  const { text, set, commitNow } = useDebouncedText(
    search.search ?? '',
    (typed) => onSearchChange({ search: typed.trim() === '' ? undefined : typed }),
    SEARCH_DEBOUNCE_MS,
  )
  const clear = text !== '' && (
    <IconButton label="Clear search" icon={X} size="sm" onClick={() => commitNow('')} />
  )
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Input
        aria-label="Search projects"
        placeholder="Search by name or ref"
        icon={Search}
        className="sm:w-72!"
        maxLength={SEARCH_MAX}
        value={text}
        onValueChange={set}
        onKeyDown={({ key }) => key === 'Enter' && commitNow(text)}
        trailing={clear}
      />
      <LazySelect
        aria-label="Status"
        options={statusFilterOptions}
        value={search.status ?? 'all'}
        onValueChange={(status) => onSearchChange({ status: status === 'all' ? undefined : status })}
        className="min-w-0 flex-1 sm:w-36! sm:flex-none"
      />
      <LazySelect
        aria-label="Sort by"
        options={sortOptions}
        value={search.sort ?? DEFAULT_PROJECT_SORT}
        onValueChange={(sort) => onSearchChange({ sort: sort === DEFAULT_PROJECT_SORT ? undefined : sort })}
        className="min-w-0 flex-1 sm:w-36! sm:flex-none"
      />
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </search>
  )
}
