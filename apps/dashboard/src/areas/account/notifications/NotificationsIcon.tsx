import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { type Attention, attentionOf, attentionWords } from './attention.rules.ts'
import { CriticalIcon, InboxIcon, UnreadIcon, WarningIcon } from './attention-icons.tsx'
import { notificationQueries } from './notifications.queries.ts'

const icons = { critical: CriticalIcon, warning: WarningIcon, unread: UnreadIcon, none: InboxIcon }

/** Tells how bad what is unread is. */
export function NotificationsIcon(props: ComponentProps<'button'>) {
  const { data: summary, isPending } = useQuery(notificationQueries.summary())
  const attention: Attention = summary ? attentionOf(summary) : 'none'
  return (
    <IconButton
      aria-haspopup="dialog"
      {...props}
      label={summary ? attentionWords(summary) : 'Notifications'}
      icon={icons[attention]}
      loading={isPending}
      className={attention === 'critical' ? 'border-critical!' : undefined}
    />
  )
}
