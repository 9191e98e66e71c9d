import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { projectGridClass } from './project-grid-class.ts'
import type { ProjectListView } from './project-list-view.ts'

const CARDS = ['first', 'second', 'third']

export function ProjectListSkeleton({ view }: { view: ProjectListView }) {
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
