import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { filterFor, NO_FILTER, type NotificationTab } from './filter.rules.ts'
import { NotificationFilters } from './NotificationFilters.tsx'
import { NotificationList } from './NotificationList.tsx'
import { archiveAll, notificationQueries, updateNotifications } from './notifications.queries.ts'
import type { useViewed } from './use-viewed.ts'

/** The notifications panel: inbox, archive, filters and "Archive all". */
export function NotificationsPanel({
  viewed,
  isOpen,
  onNavigate,
}: {
  viewed: ReturnType<typeof useViewed>
  /** False while it fades out, when nothing is fetched. */
  isOpen: boolean
  onNavigate: () => void
}) {
  const [tab, setTab] = useState<NotificationTab>('inbox')
  const [filter, setFilter] = useState(NO_FILTER)
  const { data: summary } = useQuery(notificationQueries.summary())
  const notifications = useInfiniteQuery({
    ...notificationQueries.pages(tab, filter),
    enabled: isOpen,
  })
  const { mutate: update } = useMutation(updateNotifications)
  const all = useMutation(archiveAll)
  const unread = summary?.unread_count ?? 0
  const hasRows = (notifications.data?.pages[0]?.length ?? 0) > 0

  const change = (next: NotificationTab) => {
    setTab(next)
    setFilter((current) => filterFor(next, current))
  }
  const archive = (row: Notification) => {
    viewed.remove(row)
    update([{ id: row.id, status: 'archived' }])
  }
  const archiveEverything = () => {
    viewed.clear()
    all.mutate()
  }
  return (
    <div className="relative">
      <Tabs
        label="Notifications"
        items={[
          { value: 'inbox', label: 'Inbox', ...(unread > 0 && { count: unread }) },
          { value: 'archived', label: 'Archived' },
        ]}
        value={tab}
        onValueChange={change}
        className="[&>[role=tablist]]:px-4"
      >
        <TabPanel value={tab} className="h-[min(400px,60dvh)] overflow-y-auto overscroll-contain">
          <NotificationList
            tab={tab}
            filter={filter}
            notifications={notifications}
            onResetFilter={() => setFilter(NO_FILTER)}
            onView={viewed.add}
            onArchive={archive}
            onUnarchive={({ id }) => update([{ id, status: 'seen' }])}
            onNavigate={onNavigate}
          />
        </TabPanel>
      </Tabs>
      <div className="absolute top-1 right-2">
        <NotificationFilters tab={tab} filter={filter} onChange={setFilter} />
      </div>
      {tab === 'inbox' && hasRows && (
        <div className="flex justify-end border-line border-t p-2">
          <Button size="sm" loading={all.isPending} onClick={archiveEverything}>
            Archive all
          </Button>
        </div>
      )}
    </div>
  )
}
