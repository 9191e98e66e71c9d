import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { LayoutGrid, Rows3 } from 'lucide-react'
import { usePreference } from '../../../../lib/preference.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { NewProjectLink } from '../create/NewProjectLink.tsx'
import { projectQueries } from '../projects.queries.ts'
import { ProjectListContent } from './ProjectListContent.tsx'
import { ProjectToolbar } from './ProjectToolbar.tsx'
import { filterOf, isFiltered, type ProjectListSearch } from './project-list.rules.ts'
import { DEFAULT_VIEW, ProjectListView } from './project-list-view.ts'

/** The projects of an organization. `search` is stored in the URL; `onSearchChange` gets only the changes. */
export function ProjectList({
  slug,
  mayCreate,
  search,
  onSearchChange,
}: {
  slug: string
  mayCreate: boolean
  search: ProjectListSearch
  onSearchChange: (change: ProjectListSearch) => void
}) {
  const { data: organization } = useSuspenseQuery(organizationQueries.detail(slug))
  const [view, setView] = usePreference<ProjectListView>('projects.view', ProjectListView, DEFAULT_VIEW)
  const projects = useInfiniteQuery({
    ...projectQueries.pages(slug, filterOf(search)),
    placeholderData: keepPreviousData,
  })
  const isEmpty = projects.data?.pages[0]?.pagination.count === 0 && !isFiltered(search)

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-6">
      <PageHeader
        title="Projects"
        actions={!isEmpty && <NewProjectLink slug={slug} mayCreate={mayCreate} />}
      />
      {!isEmpty && (
        <ProjectToolbar search={search} onSearchChange={onSearchChange}>
          <ViewToggle view={view} onViewChange={setView} />
        </ProjectToolbar>
      )}
      <ProjectListContent
        organization={organization}
        mayCreate={mayCreate}
        projects={projects}
        view={view}
        search={search}
        onClear={() => onSearchChange({ search: undefined, status: undefined })}
      />
    </div>
  )
}

const views = [
  { view: 'grid', label: 'Show as grid', icon: LayoutGrid },
  { view: 'table', label: 'Show as table', icon: Rows3 },
] as const

function ViewToggle({
  view,
  onViewChange,
}: {
  view: ProjectListView
  onViewChange: (view: ProjectListView) => void
}) {
  return (
    <fieldset className="flex rounded-md border border-line-strong bg-field">
      <legend className="sr-only">View</legend>
      {views.map(({ view: one, label, icon }) => (
        <IconButton
          key={one}
          label={label}
          icon={icon}
          aria-pressed={one === view}
          onClick={() => onViewChange(one)}
          className="-my-px first-of-type:-ml-px last-of-type:-mr-px aria-pressed:border-line-strong aria-pressed:bg-surface-3 aria-pressed:text-ink"
        />
      ))}
    </fieldset>
  )
}
