import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A finished call of a project's API: answered, refused, or abandoned by the client. */
export interface ApiCall {
  project: Project
  /** The database role it ran as, where a key said so. */
  role: string | undefined
  /** Why the API refused it, by the code that its client got; undefined where an API has none. */
  errorCode: string | undefined
  /** The id of the project's user whom the call was about, where the API says so. */
  userId: string | undefined
  /** What the call did or was refused, by the name that the audit log of the project's users has for it. */
  auditAction: string | undefined
  /** False when the gate refused it; such a call is not metered. */
  isAdmitted: boolean
  method: string
  /** As sent, including secrets. */
  url: string
  status: number
  at: Date
  durationMs: number
  /** Bytes sent in response, headers included. */
  sentBytes: number
  requestId: string
  /** The client's network address. */
  address: string
  userAgent: string | undefined
}

interface PendingCall {
  readonly project: Project
  role: string | undefined
  errorCode?: string
  userId?: string
  auditAction?: string
  isAdmitted: boolean
}

/** The caller has disconnected, so there is no one to answer (the status is nginx's). */
const GONE = 499

declare module 'fastify' {
  interface FastifyRequest {
    apiCall?: PendingCall
  }
}

/** Starts the record of a call; the gate fills in what it finds out. */
export function noteApiCall(request: FastifyRequest, project: Project): PendingCall {
  const call: PendingCall = { project, role: undefined, isAdmitted: false }
  request.apiCall = call
  return call
}

/** Records the code with which an API refuses a call, also one that it answers with a redirect. */
export function noteErrorCode({ apiCall }: FastifyRequest, code: string) {
  if (apiCall) apiCall.errorCode = code
}

/** Records whom a call was about. */
export function noteUser({ apiCall }: FastifyRequest, userId: string) {
  if (apiCall) apiCall.userId = userId
}

/** Records what a call did, the first of several things, and whom it was about. */
export function noteAuditAction({ apiCall }: FastifyRequest, action: string, userId?: string) {
  if (!apiCall) return
  apiCall.auditAction ??= action
  if (userId !== undefined) apiCall.userId = userId
}

/**
 * The one place where calls of projects' APIs are counted and recorded, each once, when it has ended. `report` must
 * neither throw nor block. Calls that name no existing project are not reported.
 */
export function watchApiCalls(app: FastifyInstance, report: (call: ApiCall) => void, now: () => Date) {
  app.decorateRequest('apiCall')
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.raw) watch(request, reply, report, now)
    done()
  })
}

function watch(
  request: FastifyRequest,
  { raw }: FastifyReply,
  report: (call: ApiCall) => void,
  now: () => Date,
) {
  const at = now()
  const startedAt = performance.now()
  // Keep a reference: a completed response has no connection any more.
  const { socket } = request.raw
  const before = socket.bytesWritten
  // A closed socket has none.
  const address = request.ip
  raw.on('close', () => {
    const pending = request.apiCall
    if (!pending) return
    report({
      project: pending.project,
      role: pending.role,
      errorCode: pending.errorCode,
      userId: pending.userId,
      auditAction: pending.auditAction,
      isAdmitted: pending.isAdmitted,
      method: request.method,
      url: request.raw.url ?? '',
      status: raw.headersSent ? raw.statusCode : GONE,
      at,
      durationMs: performance.now() - startedAt,
      sentBytes: socket.bytesWritten - before,
      requestId: request.id,
      address,
      userAgent: request.headers['user-agent'],
    })
  })
}
