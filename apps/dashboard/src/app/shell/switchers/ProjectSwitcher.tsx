import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CirclePause, LayoutGrid, Moon, Plus } from 'lucide-react'
import { useState } from 'react'
import { permissionQueries } from '../../../areas/organization/permissions/permissions.queries.ts'
import { projectQueries } from '../../../areas/project/projects/projects.queries.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { useSamePage } from '../place/use-same-page.ts'
import { PickerFailure } from './PickerFailure.tsx'
import { PICKER_SEARCH_DEBOUNCE_MS, pickerListClass } from './picker.rules.ts'
import { SwitchButton } from './SwitchButton.tsx'
import { SwitcherFooterLink } from './SwitcherFooterLink.tsx'

export function ProjectSwitcher({ current, mayCreate }: { current: Project; mayCreate: boolean }) {
  const slug = current.organization_slug
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { text, set: searchSoon } = useDebouncedText(search, setSearch, PICKER_SEARCH_DEBOUNCE_MS)
  const { openProject } = useSamePage()
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.createProjects, { slug }))
  const projects = useInfiniteQuery({
    ...projectQueries.pages(slug, { sort: 'name_asc', search: search.trim() }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  // Loaded projects are filtered at once, so that Enter never opens one that does not match the text.
  const filter = text.trim().toLowerCase()
  const found = (projects.data?.pages ?? [])
    .flatMap((page) => page.projects)
    .filter(({ name, ref }) => name.toLowerCase().includes(filter) || ref.includes(filter))
  const isSearching = projects.isPending || projects.isPlaceholderData || text !== search
  const message = isSearching ? 'Loading projects…' : 'No projects found based on your search'
  return (
    <SearchMenu
      label="Projects"
      placeholder="Find project..."
      trigger={<SwitchButton what="project" />}
      options={found.map(({ ref, name, status, asleep_since }) => ({
        value: ref,
        label: name,
        ...(status === 'INACTIVE' && { icon: CirclePause, note: 'Paused' }),
        ...(asleep_since !== null && { icon: Moon, note: 'Sleeping' }),
      }))}
      value={current.ref}
      onSelect={openProject}
      onSearch={searchSoon}
      onOpenChange={setOpen}
      onEndReached={() => projects.hasNextPage && !projects.isFetching && projects.fetchNextPage()}
      listClassName={pickerListClass(found.length)}
      message={
        projects.isError ? (
          <PickerFailure
            title="Failed to retrieve projects"
            error={projects.error}
            onRetry={() => (projects.isFetchNextPageError ? projects.fetchNextPage() : projects.refetch())}
          />
        ) : (
          found.length === 0 && message
        )
      }
      footer={(close) => (
        <>
          <SwitcherFooterLink
            icon={LayoutGrid}
            label="All projects"
            path={`/org/${slug}`}
            onNavigate={close}
          />
          {mayCreate && refusal === undefined && (
            <SwitcherFooterLink icon={Plus} label="New project" path={`/new/${slug}`} onNavigate={close} />
          )}
        </>
      )}
    />
  )
}
