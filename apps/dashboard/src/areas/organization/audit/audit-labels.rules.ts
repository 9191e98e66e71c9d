import type { AuditCaller, AuditOutcome } from '@basalt/contract/audit/audit.rules.ts'
import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

export const outcomeLabels: Record<AuditOutcome, { label: string; tone: Tone }> = {
  succeeded: { label: 'Succeeded', tone: 'success' },
  refused: { label: 'Refused', tone: 'warning' },
  failed: { label: 'Failed', tone: 'critical' },
}

const callers: Record<AuditCaller, string> = {
  session: 'In a browser',
  token: 'With an access token',
  local: 'On this machine',
  nobody: 'Not signed in',
}

/** How the caller was authenticated. */
export const callerLabel = ({ kind, token_name }: AuditEntry['actor']) =>
  token_name === null ? callers[kind] : `With the access token ${token_name}`

export const actorName = ({ email }: AuditEntry['actor']) => email ?? 'Unknown person'

/** The project of an entry, otherwise its organization. */
export const placeLabel = ({ project, organization }: AuditEntry) =>
  project ? (project.name ?? project.ref) : organization?.name

/** `role id` for `role_id`. */
export const fieldName = (name: string) => name.replaceAll('_', ' ')

export const fieldText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** `5 Mar 2026, 14:03:09` in the local time zone. */
export const timeText = (at: string) => time.format(new Date(at))
