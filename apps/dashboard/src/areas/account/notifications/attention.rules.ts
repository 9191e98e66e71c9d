import type { NotificationSummary } from '@basalt/contract/notifications/notifications.schema.ts'

export type Attention = 'critical' | 'warning' | 'unread' | 'none'

/** The highest unread priority, for the icon in the header. */
export function attentionOf({ unread_count, has_warning, has_critical }: NotificationSummary): Attention {
  if (has_critical) return 'critical'
  if (has_warning) return 'warning'
  return unread_count > 0 ? 'unread' : 'none'
}

const worst: Record<Attention, string> = {
  critical: ', critical',
  warning: ', with warnings',
  unread: '',
  none: '',
}

/** The icon's meaning for screen readers. */
export function attentionLabel(summary: NotificationSummary) {
  const { unread_count: count } = summary
  return count === 0 ? 'Notifications' : `Notifications, ${count} unread${worst[attentionOf(summary)]}`
}
