import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { factTilesClass } from './fact-tiles-class.ts'

const FACTS = ['version', 'size', 'connections', 'uptime']
const STEPS = ['query', 'psql', 'token']

export function InstanceOverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading the facts of the database" className="flex flex-col gap-6">
      <div className={factTilesClass}>
        {FACTS.map((tile) => (
          <div key={tile} className="flex h-25 flex-col gap-3 bg-surface-1 px-4 py-4">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-5 w-14" />
          </div>
        ))}
      </div>
      <div className="flex h-49 flex-col gap-6 rounded-md border border-line bg-surface-1 px-4 py-4">
        <Skeleton className="h-4 w-28" />
        <div className="flex gap-6">
          {STEPS.map((step) => (
            <div key={step} className="flex flex-1 flex-col gap-3">
              <Skeleton className="h-3 w-1/2" />
              <Skeleton className="h-3 w-3/4" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
