import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Database, SearchX } from 'lucide-react'
import { ListStates } from '../../../../api/ListStates.tsx'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { chunk } from '../../../../lib/chunk.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { VirtualSection } from '../../../../ui/VirtualSection.tsx'
import { NewProjectLink } from '../create/NewProjectLink.tsx'
import type { ProjectPages } from '../project-pages.ts'
import { projectQueries } from '../projects.queries.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectTable } from './ProjectTable.tsx'
import { isFiltered, type ProjectListSearch } from './project-list.rules.ts'
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
  return (
    <ListStates
      list={projects}
      failure={`Failed to retrieve projects under ${organization.name}`}
      skeleton={<ProjectListSkeleton view={view} />}
      rowsOf={({ pages }) => pages.flatMap((page) => page.projects)}
      empty={
        isFiltered(search) ? (
          <EmptyState
            icon={SearchX}
            title="No projects match"
            action={<Button onClick={onClear}>Clear search and filter</Button>}
          >
            No project in {organization.name} has this name, ref or status.
          </EmptyState>
        ) : (
          <EmptyState
            icon={Database}
            title="No projects yet"
            action={<NewProjectLink slug={organization.slug} mayCreate={mayCreate} />}
          >
            A project is a separate PostgreSQL database, ready within seconds.
          </EmptyState>
        )
      }
    >
      {(rows) => (
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
            <LoadMore {...loadMoreProps(projects)} failure="Failed to load more projects." />
          )}
        </div>
      )}
    </ListStates>
  )
}

const CARDS = ['first', 'second', 'third']

function ProjectListSkeleton({ view }: { view: ProjectListView }) {
  if (view === 'table') return <TableSkeleton label="Loading projects" columns={4} />
  return (
    <div role="status" aria-label="Loading projects" className={projectGridClass}>
      {CARDS.map((card) => (
        <div
          key={card}
          className="flex h-24 flex-col md:h-29 gap-2 rounded-md border border-line bg-surface-1 px-4 py-4"
        >
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-3 w-28" />
          <Skeleton className="h-3 w-44" />
        </div>
      ))}
    </div>
  )
}

/** A multiple of one, two and three, so that lines are full in every layout. */
const PART_SIZE = 48

function ProjectGrid({ slug, projects }: { slug: string; projects: readonly Project[] }) {
  const { data: activity } = useQuery(projectQueries.activity(slug))
  return (
    <div className="flex flex-col gap-4">
      {chunk(projects, PART_SIZE).map(({ start, items }) => (
        <VirtualSection key={start}>
          <ul
            aria-label={start === 0 ? 'Projects' : `Projects from ${start + 1}`}
            className={projectGridClass}
          >
            {items.map((project) => (
              <ProjectCard key={project.ref} project={project} activity={activity?.[project.ref]} />
            ))}
          </ul>
        </VirtualSection>
      ))}
    </div>
  )
}

/** Shared with the skeleton, so that nothing moves when the cards arrive. */
const projectGridClass = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'
