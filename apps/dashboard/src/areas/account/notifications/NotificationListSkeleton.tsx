import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

const rows = ['w-40', 'w-56', 'w-48', 'w-52', 'w-44', 'w-56']

export function NotificationListSkeleton() {
  return (
    <div role="status" aria-label="Loading notifications">
      {rows.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never change places
        <div key={row} className="flex h-14 flex-col justify-center gap-2 border-line border-b px-4">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3 w-72" />
        </div>
      ))}
    </div>
  )
}
