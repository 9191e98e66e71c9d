import { NOTIFIED_ERRORS_MAX } from '@basalt/contract/advisors/advisors.rules.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice } from '../notifications/notifications.port.ts'
import type { Finding } from './findings.ts'

/** The notification about errors that the run before did not have. One per project, renewed by the next. */
export function advisorNotice(
  { ref, name }: { ref: string; name: string },
  errors: readonly Finding[],
): Notice {
  const kind = errors.some((error) => error.kind === 'security') ? 'security' : 'performance'
  const listed = errors.slice(0, NOTIFIED_ERRORS_MAX).map(({ detail }) => `- ${escapeMarkdown(detail)}`)
  const more = errors.length - listed.length
  return {
    name: 'advisor_errors',
    priority: 'Warning',
    title:
      errors.length === 1
        ? `The advisors found an error in ${name}`
        : `The advisors found ${errors.length} errors in ${name}`,
    message: [...listed, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    actions: [{ label: 'Show errors', url: `/project/${ref}/advisors/${kind}?preset=ERROR` }],
    projectRef: ref,
    key: `advisors:${ref}`,
  }
}
