import type { FastifyInstance } from 'fastify'

export interface RequestCounts {
  /** Responses since the start, by the class of their status, such as `2xx`. */
  readonly byClass: ReadonlyMap<string, number>
  /** The duration of all of them, in seconds. */
  readonly seconds: number
}

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: RequestCounts
  }
}

/** Counts every response as `app.requestCounts`. Must be registered before the routes. */
export function countRequests(app: FastifyInstance) {
  const counts = { byClass: new Map(['2xx', '3xx', '4xx', '5xx'].map((name) => [name, 0])), seconds: 0 }
  app.addHook('onResponse', (_request, reply, done) => {
    const name = `${Math.floor(reply.statusCode / 100)}xx`
    counts.byClass.set(name, (counts.byClass.get(name) ?? 0) + 1)
    counts.seconds += reply.elapsedTime / 1000
    done()
  })
  app.decorate('requestCounts', counts)
}
