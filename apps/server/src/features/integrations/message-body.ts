import type { WebhookFormat } from '@basalt/contract/integrations/webhooks.rules.ts'
import type { WebhookMessage } from './integrations.tables.ts'

interface MessageContext {
  organization: { slug: string; name: string }
  /** When it happened. */
  at: string
}

/** The body of a webhook request, as JSON text in the receiver's format. */
export function messageBody(format: WebhookFormat, message: WebhookMessage, context: MessageContext): string {
  return JSON.stringify(format === 'slack' ? slackMessage(message, context) : event(message, context))
}

const event = ({ name, project_ref, ...rest }: WebhookMessage, { organization, at }: MessageContext) => ({
  type: `notification.${name}`,
  timestamp: at,
  data: { ...rest, organization, project_ref },
})

/** Slack and compatible chats read `*bold*` and need three characters escaped. */
const slackMessage = ({ priority, title, message }: WebhookMessage, { organization }: MessageContext) => ({
  text: [
    `*${escaped(title)}*`,
    ...(message ? [escaped(message)] : []),
    `_${escaped(organization.name)} · ${priority}_`,
  ].join('\n'),
})

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!)
