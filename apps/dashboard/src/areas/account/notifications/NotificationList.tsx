import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { furtherPages } from '../../../api/further-pages.ts'
import { partsOf } from '../../../lib/parts-of.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { NearbyPart } from '../../../ui/NearbyPart.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import type { NotificationFilter, NotificationTab } from './filter.rules.ts'
import { NoNotifications } from './NoNotifications.tsx'
import { NotificationListSkeleton } from './NotificationListSkeleton.tsx'
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
      {partsOf(rows, PART_SIZE).map(({ start, items }) => (
        <NearbyPart key={start}>
          <ul aria-label={start === 0 ? label : `${label} from ${start + 1}`}>
            {items.map((row) => (
              <NotificationRow key={row.id} notification={row} {...handlers} />
            ))}
          </ul>
        </NearbyPart>
      ))}
      {notifications.hasNextPage && (
        <LoadMore
          size="sm"
          className="p-3"
          failure="The next notifications could not be loaded."
          {...furtherPages(notifications)}
        />
      )}
    </>
  )
}

/** One that arrived between two pages moves the last of the first page to the second. */
const distinct = (rows: readonly Notification[]) => [...new Map(rows.map((row) => [row.id, row])).values()]
