import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** A placeholder for a documentation page. */
export function DocSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}
