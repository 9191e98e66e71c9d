import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'

const SEARCH_DEBOUNCE_MS = 500
const ALL = { value: '', label: 'All projects' }

/** Selects one project, or all (undefined). */
export function ProjectFilter({
  slug,
  value,
  onChange,
}: {
  slug: string
  value: string | undefined
  onChange: (ref: string | undefined) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { set: searchSoon } = useDebouncedText(search, setSearch, SEARCH_DEBOUNCE_MS)
  const chosen = useQuery({ ...projectQueries.detail(value ?? ''), enabled: value !== undefined })
  const projects = useInfiniteQuery({
    ...projectQueries.pages(slug, { sort: 'name_asc', search: search.trim() }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const found = (projects.data?.pages ?? [])
    .flatMap((page) => page.projects)
    .map(({ ref, name }) => ({ value: ref, label: name }))
  const label = value === undefined ? ALL.label : (chosen.data?.name ?? value)
  return (
    <SearchMenu
      label="Projects"
      placeholder="Find project..."
      trigger={
        <Button aria-label={`Project: ${label}`} className="max-w-56">
          <span className="truncate">{label}</span>
          <ChevronsUpDown className="size-3.5 text-ink-faint" aria-hidden />
        </Button>
      }
      options={search.trim() === '' ? [ALL, ...found] : found}
      value={value ?? ALL.value}
      onSelect={(ref) => onChange(ref || undefined)}
      onSearch={searchSoon}
      onOpenChange={setOpen}
      onEndReached={() => projects.hasNextPage && !projects.isFetching && projects.fetchNextPage()}
      message={
        projects.isError ? 'Failed to retrieve projects' : found.length === 0 && search && 'No projects found'
      }
    />
  )
}
