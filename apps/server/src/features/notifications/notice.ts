import type { NotificationPriority } from '@basalt/contract/notifications/notifications.rules.ts'
import type { NotificationAction } from '@basalt/contract/notifications/notifications.schema.ts'

/** What somebody is to be told. */
export interface Notice {
  /** The kind, such as `project_crashed`. */
  name: string
  priority: NotificationPriority
  title: string
  /** Markdown. */
  message: string
  actions: NotificationAction[]
  projectRef?: string | undefined
  /** The thing it is about, so that it happening again renews the notification instead of adding one. */
  key?: string | undefined
}
