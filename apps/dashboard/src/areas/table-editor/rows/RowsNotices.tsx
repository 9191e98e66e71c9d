import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import type { PageFacts } from './row-window.rules.ts'

/** What the user should know about the page: filters and sorts that were left out, and slow orders. */
export function RowsNotices({
  page,
  isPart,
  onRemove,
}: {
  page: PageFacts
  /** Whether there are more rows than those that are loaded. */
  isPart: boolean
  /** Removes a filter or sort from the URL. */
  onRemove: (text: string) => void
}) {
  return (
    <>
      {page.left_out.map(({ text, message }) => (
        <Notice
          key={text}
          action={
            <Button size="sm" variant="ghost" onClick={() => onRemove(text)}>
              Remove
            </Button>
          }
        >
          <code>{text}</code> is left out. {message}
        </Notice>
      ))}
      {isPart && !page.is_served_by_index && (
        <Notice>No index has this order, so every page reads and sorts all rows.</Notice>
      )}
      {isPart && !page.is_stable && (
        <Notice>The rows have no fixed order, so a row can appear on two pages or on none.</Notice>
      )}
    </>
  )
}

function Notice({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex min-h-8 shrink-0 items-center gap-2 border-line border-b bg-surface-2 px-3 py-1 text-ink-muted text-xs"
    >
      <Info className="size-3.5 shrink-0" aria-hidden />
      <p className="wrap-anywhere min-w-0 flex-1">{children}</p>
      {action}
    </div>
  )
}
