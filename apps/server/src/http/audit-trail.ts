import { Readable } from 'node:stream'
import { isAudited } from '@basalt/contract/audit/audit.rules.ts'
import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditNotes, noteForAudit } from './audit-notes.ts'
import { type AuditRecord, auditRecord } from './audit-record.ts'
import { isUnrecorded } from './on-behalf.ts'

/**
 * The one place where calls are recorded: every mounted endpoint that changes something or has an audit rule, with its
 * outcome, including calls refused before their handler ran. `add` must neither throw nor block.
 */
export function addAuditTrail(
  app: FastifyInstance,
  { add, now }: { add: (record: AuditRecord) => void; now: () => Date },
) {
  const seen = new WeakSet<FastifyRequest>()
  const endpointOf = ({ routeOptions }: FastifyRequest) => {
    const { mounted } = routeOptions.config
    return mounted && isAudited(mounted.endpoint) ? mounted.endpoint : undefined
  }
  const recorderOf = (endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply) => {
    seen.add(request)
    const at = now()
    return () => {
      const { isTrivial, code } = auditNotes(request)
      if (!isTrivial || code !== undefined) add(auditRecord(endpoint, request, reply, at))
    }
  }
  app.addHook('onRequest', (request, reply, done) => {
    const endpoint = endpointOf(request)
    if (isUnrecorded()) seen.add(request)
    else if (endpoint) {
      noteForAudit(request, { address: request.ip })
      // A socket sends no response, so `onSend` never runs.
      if (endpoint.media === 'socket') onClose(reply, recorderOf(endpoint, request, reply))
    }
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const endpoint = endpointOf(request)
    if (!endpoint || seen.has(request)) return done()
    const record = recorderOf(endpoint, request, reply)
    if (payload instanceof Readable) onClose(reply, record)
    else record()
    done()
  })
}

/** The outcome of a stream is known when it closes, which a disconnect causes as well. */
function onClose({ raw }: FastifyReply, act: () => void) {
  if (raw.destroyed) act()
  else raw.once('close', act)
}
