import { randomUUID } from 'node:crypto'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice } from '../notifications/notifications.port.ts'

/** What the owner of the installation is told of an idea that somebody shared. Each idea is one of its own. */
export function feedbackNotice(idea: { email: string; message: string; page: string | undefined }): Notice {
  return {
    name: 'feedback',
    priority: 'Info',
    title: 'Somebody shared an idea',
    message: `**${escapeMarkdown(idea.email)}** writes:\n\n${escapeMarkdown(idea.message)}`,
    actions: idea.page === undefined ? [] : [{ label: 'Open the page', url: idea.page }],
    key: `feedback:${randomUUID()}`,
  }
}
