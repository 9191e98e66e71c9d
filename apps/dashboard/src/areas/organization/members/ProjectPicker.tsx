import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'

const SEARCH_DEBOUNCE_MS = 500

/** Adds projects one by one; selected ones are no longer offered. */
export function ProjectPicker({
  slug,
  chosen,
  onAdd,
}: {
  slug: string
  chosen: readonly string[]
  onAdd: (project: { ref: string; name: string }) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { set: searchSoon } = useDebouncedText(search, setSearch, SEARCH_DEBOUNCE_MS)
  const projects = useInfiniteQuery({
    ...projectQueries.pages(slug, { sort: 'name_asc', search: search.trim() }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const offered = (projects.data?.pages ?? [])
    .flatMap((page) => page.projects)
    .filter(({ ref }) => !chosen.includes(ref))
  return (
    <SearchMenu
      label="Projects"
      placeholder="Find project..."
      trigger={
        <Button size="sm" icon={Plus}>
          Add project
        </Button>
      }
      options={offered.map(({ ref, name }) => ({ value: ref, label: name }))}
      value={null}
      onSelect={(ref) => {
        const project = offered.find((one) => one.ref === ref)
        if (project) onAdd({ ref, name: project.name })
      }}
      onSearch={searchSoon}
      onOpenChange={setOpen}
      onEndReached={() => projects.hasNextPage && !projects.isFetching && projects.fetchNextPage()}
      message={offered.length === 0 && menuMessage(projects)}
    />
  )
}

function menuMessage({ isPending, isError }: { isPending: boolean; isError: boolean }) {
  if (isError) return 'Failed to retrieve projects'
  return isPending ? 'Loading projects…' : 'No more projects found'
}
