import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { addAuditTrail } from '../../http/audit-trail.ts'
import type { Gates } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isContentError } from '../../platform/metadata/metadata-errors.ts'
import { auditRoutes } from './audit.routes.ts'
import { auditStore } from './audit.store.ts'
import { auditWriter } from './audit-writer.ts'

interface Deps {
  metadata: Metadata
  now: () => Date
}

export interface RouteDeps {
  gates: Gates
  endpoints(): readonly AnyEndpoint[]
}

export type AuditLog = ReturnType<typeof addAuditLog>

/** Records the calls to `app` until it is closed. Returns the routes that read the log. */
export function addAuditLog(app: FastifyInstance, { metadata, now }: Deps) {
  const store = auditStore(metadata)
  const writer = auditWriter({
    insert: store.insert,
    now,
    isPermanent: isContentError,
    onFailed: (error) => app.log.error({ err: error }, 'Writing the audit log failed'),
    onDropped: (count) => app.log.warn({ count }, 'Audit log entries were dropped'),
  })
  addAuditTrail(app, { add: writer.add, now })
  return {
    flush: writer.flush,
    /** Deletes expired entries. */
    prune: () => store.prune(now()),
    routes: (deps: RouteDeps) => auditRoutes({ ...deps, store, flush: writer.flush, now }),
  }
}
