import { Info, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import type { Icon } from '../../../ui/text/icon.ts'
import type { PageFacts } from './row-window.rules.ts'

/** Why nothing can be changed while rows come from a replica. */
export const REPLICA_REASON = 'Read-only. These rows come from a read replica.'

/** What the user should know about the page: why nothing can be changed, filters and sorts that were left out, and slow orders. */
export function RowsNotices({
  page,
  isPart,
  readOnly,
  replica,
  onRemove,
}: {
  page: PageFacts
  /** Why no row can be added, changed or deleted; undefined when some can, or when the page says so already. */
  readOnly: string | undefined
  /** When the rows come from a read replica: how many staged changes wait, and how to leave it. */
  replica: { waiting: number; onLeave: () => void } | undefined
  /** Whether there are more rows than those that are loaded. */
  isPart: boolean
  /** Removes a filter or sort from the URL. */
  onRemove: (text: string) => void
}) {
  return (
    <>
      {replica ? (
        <Notice
          icon={Lock}
          action={
            <Button size="sm" variant="ghost" onClick={replica.onLeave}>
              Switch to primary database
            </Button>
          }
        >
          {REPLICA_REASON} They can be a moment behind the primary database.
          {replica.waiting > 0 &&
            ` Your ${replica.waiting === 1 ? 'change waits' : `${replica.waiting} changes wait`} for the primary.`}
        </Notice>
      ) : (
        readOnly !== undefined && <Notice icon={Lock}>Read-only. {readOnly}</Notice>
      )}
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

function Notice({
  icon: NoticeIcon = Info,
  action,
  children,
}: {
  icon?: Icon
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      role="status"
      className="flex min-h-8 shrink-0 items-center gap-2 border-line border-b bg-surface-2 px-3 py-1 text-ink-muted text-xs"
    >
      <NoticeIcon className="size-3.5 shrink-0" aria-hidden />
      <p className="wrap-anywhere min-w-0 flex-1">{children}</p>
      {action}
    </div>
  )
}
