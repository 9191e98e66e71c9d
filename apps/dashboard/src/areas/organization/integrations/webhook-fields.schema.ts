import type { WebhookFormat } from '@basalt/contract/integrations/webhooks.rules.ts'
import { NewWebhook, type Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { notificationPriorities } from '@basalt/contract/notifications/notifications.rules.ts'
import { z } from 'zod'
import type { Option } from '../../../ui/controls/option.ts'

export const NewWebhookFields = NewWebhook.required()

/** For an existing webhook, whose URL is not known here; an empty URL keeps it. */
export const WebhookFields = NewWebhookFields.extend({
  url: z.union([z.literal('').transform(() => undefined), NewWebhookFields.shape.url]),
})

export type WebhookInput = z.input<typeof WebhookFields>
export type WebhookValues = z.output<typeof WebhookFields>

export const fieldsOf = (webhook: Webhook | undefined): WebhookInput => ({
  name: webhook?.name ?? '',
  url: '',
  format: webhook?.format ?? 'json',
  priorities: [...(webhook?.priorities ?? notificationPriorities)],
})

export const formatOptions: readonly Option<WebhookFormat>[] = [
  { value: 'json', label: 'A program', description: 'Signed JSON with all details.' },
  {
    value: 'slack',
    label: 'A team chat',
    description: 'A message for incoming webhooks of Slack, Mattermost, Rocket.Chat and others.',
  },
]
