import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { usePreference } from '../../../../lib/preference.ts'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { NewProjectLink } from '../create/NewProjectLink.tsx'
import { projectQueries } from '../projects.queries.ts'
import { ProjectListContent } from './ProjectListContent.tsx'
import { ProjectToolbar } from './ProjectToolbar.tsx'
import { filterOf, isNarrowed, type ProjectListSearch } from './project-list.rules.ts'
import { DEFAULT_VIEW, ProjectListView } from './project-list-view.ts'
import { ViewToggle } from './ViewToggle.tsx'

/** The projects of an organization. `search` lives in the URL; `onSearchChange` gets only what is to change. */
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
  const isEmpty = projects.data?.pages[0]?.pagination.count === 0 && !isNarrowed(search)

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
