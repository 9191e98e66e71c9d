import { Readable } from 'node:stream'
import { isAudited } from '@basalt/contract/audit/audit.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditNotes, noteForAudit } from './audit-notes.ts'
import { type AuditRecord, auditRecord } from './audit-record.ts'
import { isUnrecorded } from './on-behalf.ts'

/**
 * The one place where calls are recorded: every mounted endpoint that changes something, or says that it is to be, with
 * its outcome, also when it was refused before its handler ran. `add` must neither throw nor wait.
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
  app.addHook('onRequest', (request, _reply, done) => {
    if (isUnrecorded()) seen.add(request)
    else if (endpointOf(request)) noteForAudit(request, { address: request.ip })
    done()
  })
  // A socket has no answer that is sent.
  app.addHook('preHandler', (request, reply, done) => {
    const endpoint = endpointOf(request)
    if (endpoint?.media === 'socket' && !seen.has(request)) {
      seen.add(request)
      const at = now()
      whenOver(reply, () => add(auditRecord(endpoint, request, reply, at)))
    }
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const endpoint = endpointOf(request)
    if (!endpoint || seen.has(request)) return done()
    seen.add(request)
    const at = now()
    const record = () => {
      const { isTrivial, code } = auditNotes(request)
      if (!isTrivial || code !== undefined) add(auditRecord(endpoint, request, reply, at))
    }
    if (payload instanceof Readable) whenOver(reply, record)
    else record()
    done()
  })
}

/** A stream's end says how it went; it ends as well when the client goes away. */
function whenOver({ raw }: FastifyReply, act: () => void) {
  if (raw.destroyed) act()
  else raw.once('close', act)
}
