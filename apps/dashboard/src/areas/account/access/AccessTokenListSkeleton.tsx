import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

export function AccessTokenListSkeleton() {
  return (
    <div role="status" aria-label="Loading access tokens" className="rounded-md border border-line">
      <div className="flex min-h-14 flex-col justify-center gap-2 px-3 py-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-64 max-w-full" />
      </div>
    </div>
  )
}
