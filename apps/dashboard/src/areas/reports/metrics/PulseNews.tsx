import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/text/Badge.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { backupQueries } from '../../database/backups/backups.queries.ts'
import { queryPerformanceQueries } from '../../database/query-performance/query-performance.queries.ts'
import { logQueries } from '../../logs/logs/logs.queries.ts'
import { metricText } from './metric-text.rules.ts'
import { PULSE_RANGE } from './pulse.rules.ts'

const SHOWN_MAX = 3
/** In UTF-16 code units: more than fits on a line. */
const TEXT_MAX = 160
/** A query whose longest call took less is not slow. */
const SLOW_MS = 200

/** New errors, slow queries and the last backup, each with a link. What cannot be loaded is said by the page it links to. */
export function PulseNews({ projectRef }: { projectRef: string }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-3">
      <Errors projectRef={projectRef} />
      <SlowQueries projectRef={projectRef} />
      <LastBackup projectRef={projectRef} />
    </dl>
  )
}

const Column = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-2 bg-surface-1 px-4 py-3">
    <dt className="text-ink-muted text-sm">{title}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

const Quiet = ({ children }: { children: ReactNode }) => (
  <span className="text-ink-muted text-sm">{children}</span>
)

function Errors({ projectRef: ref }: { projectRef: string }) {
  const { data, isError } = useInfiniteQuery(
    logQueries.pages(ref, 'all_logs', { q: 'level:error', ...PULSE_RANGE }),
  )
  const errors = data?.pages[0]?.events.slice(0, SHOWN_MAX)
  return (
    <Column
      title={
        <TextLink
          render={
            <Link to="/project/$ref/logs" params={{ ref }} search={{ q: 'level:error', ...PULSE_RANGE }} />
          }
        >
          New errors
        </TextLink>
      }
    >
      {isError ? (
        <Quiet>Not known</Quiet>
      ) : errors === undefined ? (
        <Quiet>…</Quiet>
      ) : errors.length === 0 ? (
        <Quiet>None in 6 hours</Quiet>
      ) : (
        <ul className="flex flex-col gap-1">
          {errors.map(({ id, source, event_message, timestamp }) => (
            <li key={`${source} ${id}`} className="flex items-baseline gap-2 text-xs">
              <span className="min-w-0 flex-1 truncate">{event_message.slice(0, TEXT_MAX)}</span>
              <When time={timestamp} className="shrink-0 text-ink-muted" />
            </li>
          ))}
        </ul>
      )}
    </Column>
  )
}

function SlowQueries({ projectRef: ref }: { projectRef: string }) {
  const search = { preset: 'slowest_execution', past: true, ...PULSE_RANGE } as const
  const { data, isError } = useInfiniteQuery(queryPerformanceQueries.pages(ref, search))
  const slow = data?.pages[0]?.queries.filter(({ max_ms }) => max_ms >= SLOW_MS).slice(0, SHOWN_MAX)
  return (
    <Column
      title={
        <TextLink
          render={<Link to="/project/$ref/reports/query-performance" params={{ ref }} search={search} />}
        >
          Slow queries
        </TextLink>
      }
    >
      {isError ? (
        <Quiet>Not known</Quiet>
      ) : slow === undefined ? (
        <Quiet>…</Quiet>
      ) : slow.length === 0 ? (
        <Quiet>None in 6 hours</Quiet>
      ) : (
        <ul className="flex flex-col gap-1">
          {slow.map(({ id, query, max_ms }) => (
            <li key={id} className="flex items-baseline gap-2 text-xs">
              <code className="min-w-0 flex-1 truncate">{query.slice(0, TEXT_MAX).replace(/\s+/g, ' ')}</code>
              <span className="shrink-0 text-ink-muted tabular-nums">{metricText('ms', max_ms)}</span>
            </li>
          ))}
        </ul>
      )}
    </Column>
  )
}

function LastBackup({ projectRef: ref }: { projectRef: string }) {
  const { data, isError } = useQuery(backupQueries.overview(ref))
  const last = data?.backups[0]
  return (
    <Column
      title={
        <TextLink render={<Link to="/project/$ref/database/backups/scheduled" params={{ ref }} />}>
          Last backup
        </TextLink>
      }
    >
      {isError ? (
        <Quiet>Not known</Quiet>
      ) : data === undefined ? (
        <Quiet>…</Quiet>
      ) : last === undefined ? (
        <Quiet>None yet</Quiet>
      ) : (
        <span className="flex items-center gap-2 text-sm">
          <When time={last.inserted_at} />
          {last.status !== 'COMPLETED' && (
            <Badge tone={last.status === 'FAILED' ? 'critical' : 'neutral'}>
              {last.status === 'FAILED' ? 'Failed' : 'Running'}
            </Badge>
          )}
        </span>
      )}
    </Column>
  )
}
