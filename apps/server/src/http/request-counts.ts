import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RequestDurations, requestDurations } from './request-durations.ts'

export interface RequestCounts {
  /** Responses since the start, by the class of their status, such as `2xx`. */
  readonly byClass: ReadonlyMap<string, number>
  /** The duration of all of them, in seconds. */
  readonly seconds: number
  /** Durations by area and class of the status. */
  readonly durations: RequestDurations
}

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: RequestCounts
  }
}

/** Counts every response as `app.requestCounts`. Must be registered before the routes. */
export function countRequests(app: FastifyInstance) {
  const durations = requestDurations()
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
    durations.observe(areaOf(request), code, seconds)
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
