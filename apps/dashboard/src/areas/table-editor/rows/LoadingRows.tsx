import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** More than a screen has. */
const LINES = Array.from({ length: 60 }, (_, index) => index)
const CELLS = ['w-8', 'w-40', 'w-24', 'w-32', 'w-16', 'w-28']

/** Lines where rows will be, while they are on their way. */
export function LoadingRows({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="min-h-0 flex-1 overflow-hidden">
      <div className="h-8 border-line border-b bg-surface-2" />
      {LINES.map((line) => (
        <div key={line} className="flex h-8 items-center gap-8 border-line border-b px-3">
          {CELLS.map((width) => (
            <Skeleton key={width} className={`h-3 shrink-0 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** A table before anything is known of it. */
export function LoadingTable() {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Table editor</h1>
      <div className="flex h-11 shrink-0 items-center gap-3 border-line border-b px-3">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-7 w-20" />
        <Skeleton className="h-7 w-20" />
      </div>
      <LoadingRows label="Loading the table" />
      <div className="h-10 shrink-0 border-line border-t" />
    </div>
  )
}
