import type {
  NotificationPriority,
  NotificationStatus,
} from '@basalt/contract/notifications/notifications.rules.ts'
import type { NotificationAction } from '@basalt/contract/notifications/notifications.schema.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    notifications: {
      id: Generated<string>
      user_id: string
      name: string
      key: string | null
      status: ColumnType<NotificationStatus, NotificationStatus | undefined, NotificationStatus>
      priority: NotificationPriority
      title: string
      message: string
      actions: JSONColumnType<NotificationAction[]>
      organization_id: string | null
      project_ref: string | null
      occurrences: Generated<number>
      inserted_at: Now
      archived_at: ColumnType<string | null, never, Date | string | null>
    }
  }
}
