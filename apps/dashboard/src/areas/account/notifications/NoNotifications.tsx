import { Archive, Inbox, SearchX } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { appliedCount, type NotificationFilter, type NotificationTab } from './filter.rules.ts'

export function NoNotifications({
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
      Notices on your organizations and projects will appear here.
    </EmptyState>
  )
}
