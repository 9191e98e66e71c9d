import { PassThrough } from 'node:stream'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { callMcp, endMcpSession, openMcpStream } from '@basalt/contract/mcp/mcp.endpoints.ts'
import { MCP_CONFIRMATION_MS, MCP_HEARTBEAT_MS, mcpProtocolVersions } from '@basalt/contract/mcp/mcp.rules.ts'
import type { McpMessage } from '@basalt/contract/mcp/mcp.schema.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { type CallEndpoint, onBehalfOf } from '../../http/on-behalf.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { type IsCredentialValid, watchAccess } from '../../http/watch-access.ts'
import { createConfirmations } from './confirmations.ts'
import { handleMessage } from './handle-message.ts'
import { ownBranch } from './own-branch.ts'
import { runningCalls } from './running-calls.ts'
import { canConfirm, SESSION_HEADER, sessionIdFor } from './session-id.ts'
import { toolboxOf } from './tool-list.ts'

interface Deps {
  gates: Gates
  isCredentialValid: IsCredentialValid
  edition: Edition
  version: string
  /** BASALT_PUBLIC_URL. */
  publicUrl: string | undefined
  now(): Date
}

/**
 * The Streamable HTTP endpoint of the Model Context Protocol. Each request is answered in JSON; when a tool asks the
 * user for confirmation, its response becomes an event stream.
 */
export const mcpRoutes =
  ({ gates, isCredentialValid, edition, version, publicUrl, now }: Deps) =>
  async (app: FastifyInstance) => {
    const confirmations = createConfirmations(MCP_CONFIRMATION_MS)
    const running = runningCalls()
    // A stopping server waits for its requests, and users may take minutes to answer.
    app.addHook('preClose', async () => confirmations.close())

    mount(app, callMcp, gates.anyToken, async ({ caller, query, body: message }, request, reply) => {
      noteForAudit(request, { isTrivial: true })
      mustKnowVersion(request)
      // A read-only token cannot change anything, so tools that write are left out.
      const isReadOnly = query.read_only || caller.scope?.access === 'read'
      const toolbox = toolboxOf({ ...query, read_only: isReadOnly }, edition)
      if (message.method === undefined) {
        confirmations.settle(caller.userId, message)
        return accepted(reply)
      }
      const sessionId = [request.headers[SESSION_HEADER]].flat()[0]
      const client = { userId: caller.userId, sessionId }
      const branched = toolbox.isOnBranch ? toolbox.boundRef : undefined
      // Only a call of a tool belongs to a session that has begun.
      if (branched !== undefined && message.method === 'tools/call' && sessionId === undefined)
        throw new AppError(
          'validation_failed',
          'branch=auto needs a session: send initialize first, and its Mcp-Session-Id with each message',
        )
      if (message.id === undefined) {
        running.cancel(client, message)
        return accepted(reply)
      }
      const cancelled = new AbortController()
      const signal = AbortSignal.any([cancelled.signal, disconnectSignal(reply)])
      const remove = running.add(client, message.id, cancelled)
      const stream = eventStream(reply)
      const call = onBehalfOf(app, request, signal)
      const answer = handleMessage(message, {
        toolbox,
        version,
        call,
        now,
        readOnly: toolbox.readOnly,
        origin: publicOrigin(request, publicUrl),
        askUser: canConfirm(sessionId)
          ? (question) => confirmations.ask(caller.userId, question, stream.send, signal)
          : undefined,
        branch:
          branched !== undefined && sessionId !== undefined
            ? ownBranch(call, { ref: branched, userId: caller.userId, sessionId })
            : undefined,
        note: (known) => noteForAudit(request, known),
        async mustExist() {
          if (toolbox.boundRef !== undefined) await call(getProject, { params: { ref: toolbox.boundRef } })
        },
        onFailed: (error) => {
          noteForAudit(request, { isTrivial: false, code: 'internal' })
          request.log.error({ err: error }, 'A tool failed')
        },
      })
      void answer.then(remove, remove)
      const stopWatching = watchAccess(
        request,
        async () => (await isCredentialValid(request)) && (await canReachProject(call, toolbox.boundRef)),
        () => void reply.raw.destroy(),
      )
      void answer.then(stopWatching, stopWatching)
      const result = await Promise.race([answer, stream.started])
      if (result === 'stream') {
        void answer.then(stream.end)
        return reply.type('text/event-stream').send(stream.events)
      }
      if (message.method === 'initialize') reply.header(SESSION_HEADER, sessionIdFor(message.params))
      return result
    })

    const refuse = (advice: string) => () => {
      throw new AppError('method_not_allowed', advice)
    }
    mount(app, openMcpStream, gates.anyToken, refuse('This server sends no messages of its own. Use POST.'))
    mount(
      app,
      endMcpSession,
      gates.anyToken,
      refuse('This server stores no sessions, so there is none to end.'),
    )
  }

const accepted = (reply: FastifyReply) => reply.code(202).removeHeader('content-type').send()

/** Clients send the negotiated version with each message but the first. */
function mustKnowVersion({ headers }: FastifyRequest) {
  const version = headers['mcp-protocol-version']
  if (version === undefined || mcpProtocolVersions.some((one) => one === version)) return
  throw new AppError(
    'validation_failed',
    `This server supports the protocol versions ${mcpProtocolVersions.join(', ')}`,
  )
}

/** False when the caller has lost access to the project in the URL. */
async function canReachProject(call: CallEndpoint, ref: string | undefined) {
  if (ref === undefined) return true
  try {
    await call(getProject, { params: { ref } }, { isUnrecorded: true })
    return true
  } catch (error) {
    if (error instanceof AppError && REFUSED.has(error.code)) return false
    throw error
  }
}
const REFUSED = new Set<string>(['unauthenticated', 'forbidden', 'not_found'])

/** An event stream that starts with the first message sent before the response. */
function eventStream(reply: FastifyReply) {
  const events = new PassThrough()
  let heartbeat: NodeJS.Timeout | undefined
  let start: (kind: 'stream') => void = () => undefined
  const started = new Promise<'stream'>((resolve) => {
    start = resolve
  })
  const write = (message: McpMessage) => events.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  reply.raw.once('close', () => clearInterval(heartbeat))
  return {
    events,
    started,
    send(message: McpMessage) {
      heartbeat ??= setInterval(() => events.write(': waiting\n\n'), MCP_HEARTBEAT_MS)
      write(message)
      start('stream')
    },
    end(message: McpMessage) {
      clearInterval(heartbeat)
      write(message)
      events.end()
    },
  }
}
