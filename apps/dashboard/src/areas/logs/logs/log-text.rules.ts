import { type LogScope, logTitles } from '@basalt/contract/logs/log-limits.rules.ts'
import { type LogLevel, logSources } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

const times = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** `26 Nov, 14:03:22.123` in the local time zone. */
export const logTime = (time: string) => times.format(new Date(time))

export const levelTones: Record<LogLevel, Tone> = { info: 'neutral', warning: 'warning', error: 'critical' }
export const levelLabels: Record<LogLevel, string> = { info: 'Info', warning: 'Warnings', error: 'Errors' }

export const scopeTitle = (scope: LogScope) => logTitles[scope]

export const scopeDescription = (scope: LogScope) =>
  scope === 'all_logs' ? 'Every source of this project together' : logSources[scope].description

/** The short text that says how an event ended: a status, a severity, an outcome. */
export const outcomeOf = ({ fields, level }: LogEvent) =>
  String(fields.status ?? fields.severity ?? fields.outcome ?? level)

/** How an address names an open event. */
export const eventKey = ({ source, id }: Pick<LogEvent, 'source' | 'id'>) => `${source}.${id}`

export function eventOfKey(key: string | undefined): { source: string; id: string } | undefined {
  const [source, id] = key?.split('.') ?? []
  return source === undefined || id === undefined ? undefined : { source, id }
}
