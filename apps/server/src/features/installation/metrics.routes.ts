import { createHash, timingSafeEqual } from 'node:crypto'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { AppError } from '../../http/app-error.ts'
import type { RequestCounts } from '../../http/request-counts.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { METRICS_TYPE, type Metric, metricsText } from '../../platform/metrics-text.ts'

const METADATA_LIMIT_MS = 2_000

interface Deps {
  version: string
  /** Admits scrapers from other machines; without it, only local ones are admitted. */
  token: string | undefined
  metadata: Metadata
  engine: Pick<Engine, 'disk'>
  counts: RequestCounts
  /** Measures the poolers. */
  poolerMetrics: () => Promise<readonly Metric[]>
}

/** `GET /metrics` in the format of Prometheus: counts only, no names of people, organizations or projects. */
export const metricsRoutes = (deps: Deps) => async (app: FastifyInstance) => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayScrape(request, deps.token))
      throw new AppError(
        'forbidden',
        'Read metrics on this machine without a proxy, or send BASALT_METRICS_TOKEN as a bearer token.',
      )
    const measured = await metricsOf(deps, request)
    return reply.type(METRICS_TYPE).send(await metricsText(measured, [deps.counts.durations, ownProcess()]))
  })
}

/** Memory, CPU, garbage collection and the lag of the event loop. They are watched once somebody has asked for metrics. */
let watched: Registry | undefined
function ownProcess() {
  if (watched) return watched
  watched = new Registry()
  collectDefaultMetrics({ register: watched })
  return watched
}

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const FORWARDED = new Set(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'])

/**
 * Decides by the peer of the connection, because a header can claim any address. A proxy speaks for remote clients, even
 * one that is not configured, whose headers remain only among the raw ones.
 */
function mayScrape({ headers, socket, raw }: FastifyRequest, token: string | undefined) {
  const isForwarded = raw.rawHeaders.some(
    (name, index) => index % 2 === 0 && FORWARDED.has(name.toLowerCase()),
  )
  const isLocal = LOOPBACK.includes(socket.remoteAddress ?? '') && !isForwarded
  return isLocal || (token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/** Leaves out parts that cannot be measured, and logs why. */
async function metricsOf(
  { version, metadata, engine, counts, poolerMetrics }: Deps,
  { log }: Pick<FastifyRequest, 'log'>,
): Promise<Metric[]> {
  const omit = (part: string) => (error: unknown) => {
    log.warn({ err: error }, `Metrics lack ${part}`)
    return undefined
  }
  const [projects, disk, poolers] = await Promise.all([
    projectCounts(metadata).catch(omit('the projects')),
    engine.disk().catch(omit('the disk')),
    poolerMetrics().catch(omit('the poolers')),
  ])
  const one = (
    name: string,
    type: Metric['type'],
    help: string,
    value: number | undefined,
    labels?: Record<string, string>,
  ): Metric => ({
    name,
    type,
    help,
    values: value === undefined ? [] : [{ value, ...(labels && { labels }) }],
  })
  return [
    one('basalt_info', 'gauge', 'The running version', 1, { version }),
    one('basalt_metadata_up', 'gauge', "Whether Basalt's own database answers", projects ? 1 : 0),
    {
      name: 'basalt_projects',
      type: 'gauge',
      help: 'Projects by their status',
      values: (projects ?? []).map(({ status, count }) => ({ labels: { status }, value: count })),
    },
    one(
      'basalt_projects_asleep',
      'gauge',
      'Healthy projects that are asleep',
      projects?.reduce((sum, { asleep }) => sum + asleep, 0),
    ),
    {
      name: 'basalt_http_requests_total',
      type: 'counter',
      help: 'Responses by status class',
      values: [...counts.byClass].map(([code, value]) => ({ labels: { code }, value })),
    },
    one('basalt_http_request_seconds_total', 'counter', 'Total time to respond to requests', counts.seconds),
    one('basalt_disk_bytes', 'gauge', 'Size of the disk with the databases', disk?.totalBytes),
    one('basalt_disk_free_bytes', 'gauge', 'Free space on that disk', disk?.freeBytes),
    ...(poolers ?? []),
  ]
}

/** Rejects when the metadata database does not answer in time, so that scrapers are not kept waiting. */
async function projectCounts(metadata: Metadata) {
  const counting = metadata
    .selectFrom('projects')
    .select([
      'status',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(asleep_since)::int`.as('asleep'),
    ])
    .groupBy('status')
    .orderBy('status')
    .execute()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The metadata did not answer within ${METADATA_LIMIT_MS} ms`)),
      METADATA_LIMIT_MS,
    )
  })
  return Promise.race([counting, late]).finally(() => clearTimeout(timer))
}
