import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Database, SearchX } from 'lucide-react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { furtherPages } from '../../../../api/further-pages.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { NewProjectLink } from '../create/NewProjectLink.tsx'
import type { ProjectPages } from '../project-pages.ts'
import { ProjectGrid } from './ProjectGrid.tsx'
import { ProjectListSkeleton } from './ProjectListSkeleton.tsx'
import { ProjectTable } from './ProjectTable.tsx'
import { isNarrowed, type ProjectListSearch } from './project-list.rules.ts'
import type { ProjectListView } from './project-list-view.ts'

export function ProjectListContent({
  organization,
  mayCreate,
  projects,
  view,
  search,
  onClear,
}: {
  organization: Organization
  mayCreate: boolean
  projects: UseInfiniteQueryResult<ProjectPages>
  view: ProjectListView
  search: ProjectListSearch
  onClear: () => void
}) {
  if (projects.isPending) return <ProjectListSkeleton view={view} />
  if (projects.isError && !projects.data)
    return (
      <ErrorPanel
        title={`Failed to retrieve projects under ${organization.name}`}
        message={projects.error.message}
        requestId={requestIdOf(projects.error)}
        retrying={projects.isFetching}
        onRetry={() => projects.refetch()}
      />
    )

  const rows = projects.data.pages.flatMap((page) => page.projects)
  if (rows.length === 0 && isNarrowed(search))
    return (
      <EmptyState
        icon={SearchX}
        title="No projects match"
        action={<Button onClick={onClear}>Clear search and filter</Button>}
      >
        No project of {organization.name} has this name, ref or status.
      </EmptyState>
    )
  if (rows.length === 0)
    return (
      <EmptyState
        icon={Database}
        title="No projects yet"
        action={<NewProjectLink slug={organization.slug} mayCreate={mayCreate} />}
      >
        A project is a PostgreSQL database of its own. It is ready within seconds.
      </EmptyState>
    )

  return (
    <div
      aria-busy={projects.isPlaceholderData}
      className={cx('flex flex-col gap-4', projects.isPlaceholderData && 'opacity-60')}
    >
      {view === 'grid' ? (
        <ProjectGrid slug={organization.slug} projects={rows} />
      ) : (
        <ProjectTable projects={rows} />
      )}
      {projects.hasNextPage && (
        <LoadMore {...furtherPages(projects)} failure="The next projects could not be loaded." />
      )}
    </div>
  )
}
