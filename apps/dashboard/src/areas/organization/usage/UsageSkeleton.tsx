import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'

export function UsageSkeleton() {
  return (
    <>
      <TableSkeleton label="Loading usage" columns={5} rows={6} />
      <Skeleton className="h-6 w-24" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80 rounded-md" />
        <Skeleton className="h-80 rounded-md" />
      </div>
    </>
  )
}
