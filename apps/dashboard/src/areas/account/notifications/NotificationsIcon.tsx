import { useQuery } from '@tanstack/react-query'
import { Inbox, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import type { Icon } from '../../../ui/text/icon.ts'
import { type Attention, attentionLabel, attentionOf } from './attention.rules.ts'
import { notificationQueries } from './notifications.queries.ts'

const withDot =
  (dotClass: string): Icon =>
  ({ className, ...rest }) => (
    <span className="relative grid" {...rest}>
      <Inbox className={className} />
      <span
        className={cx('-top-0.5 -right-0.5 absolute size-2 rounded-full ring-2 ring-surface-0', dotClass)}
      />
    </span>
  )

const UnreadIcon = withDot('bg-brand')
const WarningIcon = withDot('bg-warning')
const CriticalIcon: Icon = ({ className, ...rest }) => (
  <TriangleAlert className={cx(className, 'text-critical')} {...rest} />
)

const icons = { critical: CriticalIcon, warning: WarningIcon, unread: UnreadIcon, none: Inbox }

/** The notifications icon, with the highest unread priority. */
export function NotificationsIcon(props: ComponentProps<'button'>) {
  const { data: summary, isPending } = useQuery(notificationQueries.summary())
  const attention: Attention = summary ? attentionOf(summary) : 'none'
  return (
    <IconButton
      aria-haspopup="dialog"
      {...props}
      label={summary ? attentionLabel(summary) : 'Notifications'}
      icon={icons[attention]}
      loading={isPending}
      className={attention === 'critical' ? 'border-critical!' : undefined}
    />
  )
}
