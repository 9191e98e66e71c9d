import type { DeliveryOutcome, WebhookFormat } from '@basalt/contract/integrations/webhooks.rules.ts'
import type { NotificationPriority } from '@basalt/contract/notifications/notifications.rules.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    webhooks: {
      id: Generated<string>
      organization_id: string
      name: string
      format: WebhookFormat
      priorities: NotificationPriority[]
      sealed_url: Buffer
      sealed_secret: Buffer
      is_enabled: Generated<boolean>
      created_at: Now
    }
    webhook_deliveries: {
      id: Generated<string>
      webhook_id: string
      message: JSONColumnType<WebhookMessage>
      created_at: Timestamp
      outcome: ColumnType<DeliveryOutcome, DeliveryOutcome | undefined, DeliveryOutcome>
      attempts: Generated<number>
      answer: string | null
      next_attempt_at: ColumnType<string | null, Date | null, Date | null>
    }
  }
}

/** The message of a webhook, as it is stored until it has been delivered. */
export interface WebhookMessage {
  name: string
  priority: NotificationPriority
  title: string
  /** Markdown. */
  message: string
  project_ref: string | null
}
