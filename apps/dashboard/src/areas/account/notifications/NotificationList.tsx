import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Archive, Inbox, SearchX } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { loadMoreProps } from '../../../api/load-more-props.ts'
import { chunk } from '../../../lib/chunk.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { VirtualSection } from '../../../ui/VirtualSection.tsx'
import { appliedCount, type NotificationFilter, type NotificationTab } from './filter.rules.ts'
import { NotificationRow, type RowHandlers } from './NotificationRow.tsx'

const PART_SIZE = 20

/** One tab's notifications. */
export function NotificationList({
  tab,
  filter,
  notifications,
  onResetFilter,
  ...handlers
}: RowHandlers & {
  tab: NotificationTab
  filter: NotificationFilter
  notifications: UseInfiniteQueryResult<InfiniteData<Notification[]>>
  onResetFilter: () => void
}) {
  if (notifications.isPending) return <NotificationListSkeleton />
  if (notifications.isError && !notifications.data)
    return (
      <div className="p-4">
        <ErrorPanel
          title="Failed to retrieve notifications"
          message={notifications.error.message}
          requestId={requestIdOf(notifications.error)}
          retrying={notifications.isFetching}
          onRetry={() => notifications.refetch()}
        />
      </div>
    )
  const rows = distinct(notifications.data.pages.flat())
  if (rows.length === 0) return <NoNotifications tab={tab} filter={filter} onReset={onResetFilter} />
  const label = tab === 'inbox' ? 'Inbox' : 'Archived notifications'
  return (
    <>
      {chunk(rows, PART_SIZE).map(({ start, items }) => (
        <VirtualSection key={start}>
          <ul aria-label={start === 0 ? label : `${label} from ${start + 1}`}>
            {items.map((row) => (
              <NotificationRow key={row.id} notification={row} {...handlers} />
            ))}
          </ul>
        </VirtualSection>
      ))}
      {notifications.hasNextPage && (
        <LoadMore
          size="sm"
          className="p-3"
          failure="Failed to load more notifications."
          {...loadMoreProps(notifications)}
        />
      )}
    </>
  )
}

/** A new notification shifts the last one of a page to the next page. */
const distinct = (rows: readonly Notification[]) => [...new Map(rows.map((row) => [row.id, row])).values()]

function NoNotifications({
  tab,
  filter,
  onReset,
}: {
  tab: NotificationTab
  filter: NotificationFilter
  onReset: () => void
}) {
  const count = appliedCount(filter)
  const isArchive = tab === 'archived'
  if (count > 0)
    return (
      <EmptyState
        frame={false}
        icon={SearchX}
        title={`No ${isArchive ? 'archived ' : ''}notifications based on the ${count} filter${count === 1 ? '' : 's'} applied`}
        action={<Button onClick={onReset}>Reset filters</Button>}
      />
    )
  if (isArchive)
    return (
      <EmptyState frame={false} icon={Archive} title="No archived notifications">
        Notifications that you have previously archived will appear here.
      </EmptyState>
    )
  return (
    <EmptyState frame={false} icon={Inbox} title="All caught up">
      Notifications about your organizations and projects will appear here.
    </EmptyState>
  )
}

const rows = ['w-40', 'w-56', 'w-48', 'w-52', 'w-44', 'w-56']

function NotificationListSkeleton() {
  return (
    <div role="status" aria-label="Loading notifications">
      {rows.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <div key={row} className="flex h-14 flex-col justify-center gap-2 border-line border-b px-4">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3 w-72" />
        </div>
      ))}
    </div>
  )
}
