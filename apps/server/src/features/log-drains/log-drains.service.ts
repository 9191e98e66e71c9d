import { drainUrl, logDrainsMax } from '@basalt/contract/log-drains/log-drains.rules.ts'
import {
  type LogDrain,
  type LogDrainChange,
  LogDrainTarget,
  type LogDrainTest,
  type NewLogDrain,
} from '@basalt/contract/log-drains/log-drains.schema.ts'
import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import type { FollowedLogs } from '../logs/logs.port.ts'
import type { DrainWorkers } from './drain-workers.ts'
import type { LogDrainStore, Positions, StoredDrain } from './log-drains.store.ts'
import { sendBatch } from './receiver.ts'

interface Deps {
  store: LogDrainStore
  logs: FollowedLogs
  workers: Pick<DrainWorkers, 'changing'>
  reach: Reach
  now: () => Date
}

export type LogDrainsService = ReturnType<typeof logDrainsService>

/** Where the logs of projects are sent. A drain begins with the events after its creation. */
export function logDrainsService({ store, logs, workers, reach, now }: Deps) {
  const mustFind = async (ref: string, id: string): Promise<StoredDrain> => {
    const drain = await store.find(ref, id)
    if (!drain) throw notFound('Log drain', id)
    return drain
  }

  const positionsNow = async (ref: string, sources: readonly LogSourceId[]): Promise<Positions> =>
    new Map(
      await Promise.all(
        sources.map(
          async (source): Promise<[LogSourceId, number]> => [source, await logs.position(ref, source)],
        ),
      ),
    )

  /** Null when the files could not be read in time. */
  async function waitingOf(ref: string, positions: Positions) {
    const behind = await Promise.all(
      [...positions].map(([source, position]) => logs.behind(ref, source, position)),
    ).catch(() => undefined)
    if (!behind) return { waiting: null, waiting_since: null }
    const since = behind.flatMap((one) => one.since ?? [])
    return {
      waiting: behind.reduce((sum, { events }) => sum + events, 0),
      waiting_since: since.length === 0 ? null : new Date(Math.min(...since)).toISOString(),
    }
  }

  return {
    async list(ref: string): Promise<LogDrain[]> {
      const drains = await store.list(ref)
      return Promise.all(
        drains.map(async (drain) => ({ ...wireDrain(drain), ...(await waitingOf(ref, drain.positions)) })),
      )
    },

    async create(ref: string, plan: PlanId, { id, name, sources, target }: NewLogDrain): Promise<void> {
      const positions = await positionsNow(ref, sources)
      await workers.changing(ref, () =>
        store.create({ id, ref, name, target, positions, max: logDrainsMax[plan] }),
      )
    },

    async change(ref: string, id: string, change: LogDrainChange): Promise<void> {
      const { name, sources, is_paused: isPaused } = change
      await workers.changing(ref, async () => {
        const drain = await mustFind(ref, id)
        const target = change.target && mergedTarget(drain.target, change.target)
        // Sources that the drain has keep their positions.
        const positions = sources && (await positionsNow(ref, sources))
        await store.change(id, { name, target, isPaused, positions })
      })
    },

    async remove(ref: string, id: string): Promise<void> {
      await workers.changing(ref, async () => {
        if (!(await store.remove(ref, id))) throw notFound('Log drain', id)
      })
    },

    /** Sends one event that is in no log. */
    async test(ref: string, id: string, signal: AbortSignal): Promise<LogDrainTest> {
      const { target, positions } = await mustFind(ref, id)
      const [source = 'edge_logs'] = positions.keys()
      const event: LogEvent = {
        id: '0',
        source,
        timestamp: now().toISOString(),
        event_message: 'A test of this log drain',
        level: 'info',
        fields: {},
      }
      const startedAt = performance.now()
      const { isDelivered, rejected, answer, excerpt } = await sendBatch(target, [event], {
        ref,
        reach,
        signal,
      })
      return {
        is_delivered: isDelivered && rejected === 0,
        answer,
        response: excerpt,
        duration_ms: Math.round(performance.now() - startedAt),
      }
    },
  }
}

/** Throws `validation_failed` for a header without value that the drain does not have, and for fields of another kind. */
function mergedTarget(
  current: LogDrainTarget,
  { headers, ...change }: NonNullable<LogDrainChange['target']>,
): LogDrainTarget {
  const own = current.kind === 'syslog' ? ['host', 'port', 'tls', 'certificate'] : ['url', 'headers', 'gzip']
  const foreign = Object.keys({ ...change, ...(headers && { headers }) }).find(
    (field) => !own.includes(field),
  )
  if (foreign !== undefined)
    throw refused(`target.${foreign}`, `A log drain of this kind has no ${foreign}. Leave it out.`)
  if (current.kind === 'syslog') return LogDrainTarget.parse({ ...current, ...change })
  const known = new Map(current.headers.map(({ name, value }) => [name.toLowerCase(), value]))
  const merged = headers?.map(({ name, value = known.get(name.toLowerCase()) }, index) => {
    if (value === undefined) throw refused(`target.headers.${index}.value`, 'Enter a value')
    return { name, value }
  })
  return LogDrainTarget.parse({ ...current, ...change, ...(merged && { headers: merged }) })
}

const refused = (path: string, message: string) =>
  new AppError('validation_failed', message, { details: { issues: [{ path, message }] } })

const wireDrain = ({
  target,
  positions,
  failure,
  ...drain
}: StoredDrain): Omit<LogDrain, 'waiting' | 'waiting_since'> => ({
  id: drain.id,
  name: drain.name,
  kind: target.kind,
  receiver:
    target.kind === 'syslog'
      ? `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
      : new URL(drainUrl(target.kind, target.url)).origin,
  header_names: target.kind === 'syslog' ? [] : target.headers.map(({ name }) => name),
  gzip: target.kind !== 'syslog' && target.gzip,
  syslog:
    target.kind === 'syslog'
      ? {
          host: target.host,
          port: target.port,
          tls: target.tls,
          has_certificate: target.certificate !== '',
        }
      : null,
  sources: [...positions.keys()] as LogDrain['sources'],
  is_paused: drain.isPaused,
  created_at: drain.createdAt,
  delivered: drain.delivered,
  lost: drain.lost,
  refused: drain.refused,
  last_delivery_at: drain.lastDeliveryAt,
  failure: failure && {
    message: failure.message,
    since: failure.since.toISOString(),
    attempts: failure.attempts,
    next_attempt_at: failure.nextAttemptAt.toISOString(),
  },
})
