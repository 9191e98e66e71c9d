import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { type Attention, attentionOf, attentionWords } from './attention.rules.ts'
import { CriticalIcon, InboxIcon, UnreadIcon, WarningIcon } from './attention-icons.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { notificationQueries } from './notifications.queries.ts'
import { useViewed } from './use-viewed.ts'

const icons = { critical: CriticalIcon, warning: WarningIcon, unread: UnreadIcon, none: InboxIcon }
const panelClass = 'min-w-[min(450px,var(--available-width))] p-0!'

/** The icon in the header, which tells how bad what is unread is, and the panel that it opens. */
export function NotificationsButton() {
  const [isOpen, setOpen] = useState(false)
  const { data: summary, isPending } = useQuery(notificationQueries.summary())
  const viewed = useViewed()
  const attention: Attention = summary ? attentionOf(summary) : 'none'
  const change = (open: boolean) => {
    setOpen(open)
    if (!open) viewed.flush()
  }
  return (
    <Popover
      label="Notifications"
      align="end"
      open={isOpen}
      onOpenChange={change}
      className={panelClass}
      trigger={
        <IconButton
          label={summary ? attentionWords(summary) : 'Notifications'}
          icon={icons[attention]}
          loading={isPending}
          className={attention === 'critical' ? 'border-critical!' : undefined}
        />
      }
    >
      <NotificationsPanel viewed={viewed} onNavigate={() => change(false)} />
    </Popover>
  )
}
