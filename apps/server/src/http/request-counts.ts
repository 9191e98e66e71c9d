import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, Registry } from 'prom-client'

/** Upper bounds in seconds: from what a cache answers to what nobody waits for. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface RequestCounts {
  /** Responses since the start, by the class of their status, such as `2xx`. */
  readonly byClass: ReadonlyMap<string, number>
  /** The duration of all of them, in seconds. */
  readonly seconds: number
  /** Durations by area and class of the status. */
  readonly durations: Registry
}

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: RequestCounts
  }
}

/** Counts every response as `app.requestCounts`. Must be registered before the routes. */
export function countRequests(app: FastifyInstance) {
  const durations = new Registry()
  const histogram = new Histogram({
    name: 'basalt_http_request_duration_seconds',
    help: 'Time to respond to requests, by area: what the dashboard and scripts call, APIs of projects, and the rest',
    labelNames: ['area', 'code'],
    buckets: SECONDS,
    registers: [durations],
  })
  const counts = {
    byClass: new Map(['2xx', '3xx', '4xx', '5xx'].map((name) => [name, 0])),
    seconds: 0,
    durations,
  }
  app.addHook('onResponse', (request, reply, done) => {
    const code = `${Math.floor(reply.statusCode / 100)}xx`
    const seconds = reply.elapsedTime / 1000
    counts.byClass.set(code, (counts.byClass.get(code) ?? 0) + 1)
    counts.seconds += seconds
    histogram.observe({ area: areaOf(request), code }, seconds)
    done()
  })
  app.decorate('requestCounts', counts)
}

/** Few values: each makes a dozen series. */
function areaOf({ url }: FastifyRequest) {
  if (url.startsWith('/platform/') || url.startsWith('/v1/')) return 'platform'
  if (url.startsWith('/p/')) return 'project'
  return 'other'
}
