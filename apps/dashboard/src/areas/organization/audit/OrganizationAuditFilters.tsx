import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { memberQueries } from '../members/members.queries.ts'
import type { AuditFilter } from './audit-filter.rules.ts'

const SEARCH_DEBOUNCE_MS = 500

interface Props {
  slug: string
  filter: AuditFilter
  onChange: (part: AuditFilter) => void
}

/** The filters by person and project, for organization logs only. */
export function OrganizationAuditFilters({ slug, filter, onChange }: Props) {
  const members = useQuery(memberQueries.list(slug))
  const people = (members.data ?? []).map(({ user_id, email }) => ({ value: user_id, label: email }))
  const isFormer = filter.user !== undefined && !people.some(({ value }) => value === filter.user)
  return (
    <>
      <Combobox
        aria-label="Person"
        placeholder="Anyone"
        className="sm:w-48!"
        options={
          isFormer && members.isSuccess
            ? [...people, { value: filter.user!, label: 'A former member' }]
            : people
        }
        value={filter.user ?? null}
        onValueChange={(user) => onChange({ user: user ?? undefined })}
      />
      <ProjectFilter slug={slug} filter={filter} onChange={onChange} />
    </>
  )
}

const EVERY = ''

function ProjectFilter({ slug, filter: { project: ref }, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { set: searchSoon } = useDebouncedText(search, setSearch, SEARCH_DEBOUNCE_MS)
  const chosen = useQuery({ ...projectQueries.detail(ref ?? ''), enabled: ref !== undefined })
  const projects = useInfiniteQuery({
    ...projectQueries.pages(slug, { sort: 'name_asc', search: search.trim() }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const found = (projects.data?.pages ?? []).flatMap((page) => page.projects)
  const name = ref === undefined ? 'Any project' : (chosen.data?.name ?? ref)
  return (
    <SearchMenu
      label="Projects"
      placeholder="Find project..."
      trigger={
        <Button aria-label={`Project: ${name}`} className="min-w-0 font-normal sm:max-w-56">
          <span className="truncate">{name}</span>
          <ChevronsUpDown className="size-3.5 text-ink-faint" aria-hidden />
        </Button>
      }
      options={[
        ...(search === '' ? [{ value: EVERY, label: 'Any project' }] : []),
        ...found.map((project) => ({ value: project.ref, label: project.name })),
      ]}
      value={ref ?? EVERY}
      onSelect={(value) => onChange({ project: value || undefined })}
      onSearch={searchSoon}
      onOpenChange={setOpen}
      onEndReached={() => projects.hasNextPage && !projects.isFetching && projects.fetchNextPage()}
      message={found.length === 0 && search !== '' && menuMessage(projects)}
    />
  )
}

function menuMessage({ isPending, isError }: { isPending: boolean; isError: boolean }) {
  if (isError) return 'Failed to retrieve projects'
  return isPending ? 'Loading projects…' : 'No projects found'
}
