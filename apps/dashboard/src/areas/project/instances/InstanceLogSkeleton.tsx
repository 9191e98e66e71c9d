import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

export function InstanceLogSkeleton() {
  return (
    <div role="status" aria-label="Loading log entries" className="mt-3 border-line border-t">
      {ROWS.map((row) => (
        <div key={row} className="flex h-9 items-center gap-4 border-line border-b px-4 last:border-b-0">
          <Skeleton className="h-3 w-32" />
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 flex-1" />
        </div>
      ))}
    </div>
  )
}
