import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A call of a project's own API that is over: answered, refused, or given up by who called. */
export interface ApiCall {
  project: Project
  /** The database role it ran as, where a key said so. */
  role: string | undefined
  /** Whether it was let in; what was refused at the gate used nothing. */
  isAdmitted: boolean
  method: string
  /** As it was sent, secrets and all. */
  url: string
  status: number
  at: Date
  durationMs: number
  /** That left the server for it, headers included. */
  sentBytes: number
}

interface Known {
  readonly project: Project
  role: string | undefined
  isAdmitted: boolean
}

/** The caller has disconnected, so there is no one to answer (the status is nginx's). */
const GONE = 499

declare module 'fastify' {
  interface FastifyRequest {
    apiCall?: Known
  }
}

/** Begins what a gate finds out about a call; it goes on writing there. */
export function noteApiCall(request: FastifyRequest, project: Project): Known {
  const call: Known = { project, role: undefined, isAdmitted: false }
  request.apiCall = call
  return call
}

/**
 * The one place where calls of projects' own APIs are counted and recorded, each once, when it is over. `tell` must
 * neither throw nor wait. What names no project that exists is nobody's, and not told.
 */
export function watchApiCalls(app: FastifyInstance, tell: (call: ApiCall) => void, now: () => Date) {
  app.decorateRequest('apiCall')
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.raw) watch(request, reply, tell, now)
    done()
  })
}

function watch(
  request: FastifyRequest,
  { raw }: FastifyReply,
  tell: (call: ApiCall) => void,
  now: () => Date,
) {
  const at = now()
  const from = performance.now()
  // Held on to: an answer that is complete has let go of its connection.
  const { socket } = request.raw
  const before = socket.bytesWritten
  raw.on('close', () => {
    const found = request.apiCall
    if (!found) return
    tell({
      project: found.project,
      role: found.role,
      isAdmitted: found.isAdmitted,
      method: request.method,
      url: request.raw.url ?? '',
      status: raw.headersSent ? raw.statusCode : GONE,
      at,
      durationMs: performance.now() - from,
      sentBytes: socket.bytesWritten - before,
    })
  })
}
