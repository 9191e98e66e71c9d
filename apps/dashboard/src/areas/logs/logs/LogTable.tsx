import type { LogScope } from '@basalt/contract/logs/log-limits.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import { cx } from '../../../lib/class-names.ts'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { eventKey, logTime, outcomeOf, scopeTitle } from './log-text.rules.ts'

const TENTHS_BELOW_MS = 10

const inks = { info: 'text-ink-muted', warning: 'text-warning-ink', error: 'text-critical-ink' } as const

/** Most requests take less than a millisecond or two, so their tenths tell them apart. */
const milliseconds = (ms: number) =>
  `${ms.toLocaleString('en', { maximumFractionDigits: ms < TENTHS_BELOW_MS ? 1 : 0 })} ms`

/** Events, one line each, newest first. */
export function LogTable({
  scope,
  events,
  openKey,
  onOpen,
}: {
  scope: LogScope
  events: readonly LogEvent[]
  openKey: string | undefined
  onOpen: (event: LogEvent) => void
}) {
  const columns: TableColumn<LogEvent>[] = [
    {
      key: 'time',
      header: 'Time',
      width: '11rem',
      wideOnly: true,
      cell: ({ timestamp }) => (
        <time
          dateTime={timestamp}
          className="whitespace-nowrap font-mono text-ink-muted text-xs tabular-nums"
        >
          {logTime(timestamp)}
        </time>
      ),
    },
    ...(scope === 'all_logs'
      ? [
          {
            key: 'source',
            header: 'Source',
            width: '7rem',
            wideOnly: true,
            cell: ({ source }: LogEvent) => (
              <span className="whitespace-nowrap text-ink-muted">{scopeTitle(source)}</span>
            ),
          },
        ]
      : []),
    {
      key: 'outcome',
      header: 'Result',
      width: '5.5rem',
      wideOnly: true,
      cell: (event) => <span className={cx('font-mono text-xs', inks[event.level])}>{outcomeOf(event)}</span>,
    },
    {
      key: 'message',
      header: 'Message',
      cell: (event) => (
        <button
          type="button"
          onClick={() => onOpen(event)}
          className={cx(
            'block w-full truncate rounded-sm text-left font-mono text-xs hover:underline max-sm:max-w-[80vw]',
            scope === 'all_logs' ? 'max-w-[38vw]' : 'max-w-[46vw]',
          )}
        >
          <span className="block text-2xs text-ink-muted sm:hidden">
            {logTime(event.timestamp)} <span className={inks[event.level]}>{outcomeOf(event)}</span>
          </span>
          {messageOf(event)}
        </button>
      ),
    },
    ...(events.some(({ fields }) => fields.duration_ms !== undefined)
      ? [
          {
            key: 'duration',
            header: 'Duration',
            align: 'end' as const,
            width: '6.5rem',
            wideOnly: true,
            cell: ({ fields }: LogEvent) =>
              fields.duration_ms !== undefined && (
                <span className="whitespace-nowrap text-ink-muted tabular-nums">
                  {milliseconds(Number(fields.duration_ms))}
                </span>
              ),
          },
        ]
      : []),
  ]
  return (
    <Table
      label="Events"
      columns={columns}
      rows={events}
      rowKey={eventKey}
      dense
      isSelected={(event) => eventKey(event) === openKey}
    />
  )
}

/** On one line, without what the column before it says. */
const messageOf = ({ event_message: message, fields }: LogEvent) =>
  (fields.method === undefined ? message : `${fields.method} ${fields.path ?? ''}`).replaceAll(/\s+/g, ' ')
