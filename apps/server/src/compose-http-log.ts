import type { FastifyInstance } from 'fastify'
import { httpLogRoutes } from './features/http-log/http-log.routes.ts'
import { httpLogStore } from './features/http-log/http-log.store.ts'
import { httpLogWriter } from './features/http-log/http-log-writer.ts'
import type { Gates } from './http/gate.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import { isRefusedForItsContent } from './platform/metadata/metadata-errors.ts'

interface Deps {
  app: FastifyInstance
  metadata: Metadata
  now: () => Date
}

/** The log of the calls that projects' own APIs are asked, written until the server is closed. */
export function composeHttpLog({ app, metadata, now }: Deps) {
  const store = httpLogStore(metadata)
  const writer = httpLogWriter({
    ...store,
    now,
    isHopeless: isRefusedForItsContent,
    onFailed: (error) => app.log.error({ err: error }, 'Writing the HTTP log failed'),
  })
  app.addHook('onClose', writer.flush)
  return {
    add: writer.add,
    forget: writer.forget,
    register: async (gates: Gates) =>
      void (await app.register(httpLogRoutes({ gates, store, settle: writer.flush }))),
  }
}
