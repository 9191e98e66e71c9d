import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { addAuditTrail } from '../../http/audit-trail.ts'
import type { Gates } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isRefusedForItsContent } from '../../platform/metadata/metadata-errors.ts'
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

/** Records what `app` is asked from now on, until it is closed. Answers with the routes that read what was recorded. */
export function addAuditLog(app: FastifyInstance, { metadata, now }: Deps) {
  const store = auditStore(metadata)
  const writer = auditWriter({
    insert: store.insert,
    now,
    isHopeless: isRefusedForItsContent,
    onFailed: (error) => app.log.error({ err: error }, 'Writing the audit log failed'),
    onDropped: (count) => app.log.warn({ count }, 'Entries of the audit log were left out'),
  })
  addAuditTrail(app, { add: writer.add, now })
  return {
    flush: writer.flush,
    /** Deletes what is older than its retention. */
    prune: () => store.prune(now()),
    routes: (deps: RouteDeps) => auditRoutes({ ...deps, store, settle: writer.flush, now }),
  }
}
