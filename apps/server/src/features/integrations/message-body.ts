import type { WebhookFormat } from '@basalt/contract/integrations/webhooks.rules.ts'
import type { WebhookMessage } from './integrations.tables.ts'

interface About {
  organization: { slug: string; name: string }
  /** When it happened. */
  at: string
}

/** What is sent of a message, as JSON text that its receiver understands. */
export function messageBody(format: WebhookFormat, message: WebhookMessage, about: About): string {
  return JSON.stringify(format === 'slack' ? chatMessage(message, about) : event(message, about))
}

const event = ({ name, project_ref, ...rest }: WebhookMessage, { organization, at }: About) => ({
  type: `notification.${name}`,
  timestamp: at,
  data: { ...rest, organization, project_ref },
})

/** The chats that take such messages read `*bold*` and three escaped characters. */
const chatMessage = ({ priority, title, message }: WebhookMessage, { organization }: About) => ({
  text: [
    `*${escaped(title)}*`,
    ...(message ? [escaped(message)] : []),
    `_${escaped(organization.name)} · ${priority}_`,
  ].join('\n'),
})

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!)
