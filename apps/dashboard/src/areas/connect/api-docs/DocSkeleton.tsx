import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** Stands for a description that is on its way. */
export function DocSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}
