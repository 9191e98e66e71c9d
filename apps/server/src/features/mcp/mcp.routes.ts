import { PassThrough } from 'node:stream'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { callMcp, endMcpSession, openMcpStream } from '@basalt/contract/mcp/mcp.endpoints.ts'
import { MCP_CONFIRMATION_MS, MCP_HEARTBEAT_MS, mcpProtocolVersions } from '@basalt/contract/mcp/mcp.rules.ts'
import type { McpMessage } from '@basalt/contract/mcp/mcp.schema.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import type { Gates } from '../../http/gate.ts'
import { type IsStillVouched, whileAllowed } from '../../http/kept-open.ts'
import { mount } from '../../http/mount.ts'
import { type CallPlatform, onBehalfOf } from '../../http/on-behalf.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { answerTo } from './answer-message.ts'
import { createConfirmations } from './confirmations.ts'
import { runningCalls } from './running-calls.ts'
import { canAskIn, SESSION_HEADER, sessionIdFor } from './session-id.ts'
import { toolboxOf } from './tool-list.ts'

interface Deps {
  gates: Gates
  isStillVouched: IsStillVouched
  edition: Edition
  version: string
  /** BASALT_PUBLIC_URL. */
  publicUrl: string | undefined
  now(): Date
}

/**
 * The endpoint that agents call, as Streamable HTTP of the Model Context Protocol has it. Every request is answered by
 * itself, in JSON; a tool that has a question for a person turns its answer into a stream of events.
 */
export const mcpRoutes =
  ({ gates, isStillVouched, edition, version, publicUrl, now }: Deps) =>
  async (app: FastifyInstance) => {
    const confirmations = createConfirmations(MCP_CONFIRMATION_MS)
    const running = runningCalls()
    // A server that stops waits for its requests, and people may take minutes.
    app.addHook('preClose', async () => confirmations.close())

    mount(app, callMcp, gates.anyToken, async ({ caller, query, body: message }, request, reply) => {
      noteForAudit(request, { isTrivial: true })
      mustKnowVersion(request)
      // A read-only token is refused every change, so tools that change something are left out.
      const isReading = query.read_only || caller.scope?.access === 'read'
      const toolbox = toolboxOf({ ...query, read_only: isReading }, edition)
      if (message.method === undefined) {
        confirmations.settle(caller.userId, message)
        return accepted(reply)
      }
      const sessionId = [request.headers[SESSION_HEADER]].flat()[0]
      const asker = { userId: caller.userId, sessionId }
      if (message.id === undefined) {
        running.cancel(asker, message)
        return accepted(reply)
      }
      const calling = callOf(reply)
      const gone = calling.signal
      const isOver = running.add(asker, message.id, calling)
      const stream = eventAnswer(reply)
      const call = onBehalfOf(app, request, gone)
      const answering = answerTo(message, {
        toolbox,
        version,
        call,
        now,
        readOnly: toolbox.readOnly,
        origin: publicOrigin(request, publicUrl),
        ask: canAskIn(sessionId)
          ? (question) => confirmations.ask(caller.userId, question, stream.send, gone)
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
      void answering.then(isOver, isOver)
      const stopLooking = whileAllowed(
        request,
        async () => (await isStillVouched(request)) && (await reachesItsProject(call, toolbox.boundRef)),
        () => void reply.raw.destroy(),
      )
      void answering.then(stopLooking, stopLooking)
      const whole = await Promise.race([answering, stream.begun])
      if (whole === 'stream') {
        void answering.then(stream.end)
        return reply.type('text/event-stream').send(stream.events)
      }
      if (message.method === 'initialize') reply.header(SESSION_HEADER, sessionIdFor(message.params))
      return whole
    })

    const refuse = (advice: string) => () => {
      throw new AppError('method_not_allowed', advice)
    }
    mount(app, openMcpStream, gates.anyToken, refuse('This server sends no messages of its own. Use POST.'))
    mount(
      app,
      endMcpSession,
      gates.anyToken,
      refuse('This server keeps no sessions, so there is none to end.'),
    )
  }

const accepted = (reply: FastifyReply) => reply.code(202).removeHeader('content-type').send()

/** A client states the version that both agreed on with each message but the first. */
function mustKnowVersion({ headers }: FastifyRequest) {
  const version = headers['mcp-protocol-version']
  if (version === undefined || mcpProtocolVersions.some((one) => one === version)) return
  throw new AppError(
    'validation_failed',
    `This server speaks the versions ${mcpProtocolVersions.join(', ')} of the protocol`,
  )
}

/** Aborted when the client goes away before the answer is complete, or takes its call back. */
function callOf(reply: FastifyReply): AbortController {
  const call = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) call.abort()
  })
  return call
}

/** False when the project that the session is bound to is closed to its caller by now. */
async function reachesItsProject(call: CallPlatform, ref: string | undefined) {
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

/** An answer that becomes a stream of events with the first message that is sent before its end. */
function eventAnswer(reply: FastifyReply) {
  const events = new PassThrough()
  let heartbeat: NodeJS.Timeout | undefined
  let begin: (kind: 'stream') => void = () => undefined
  const begun = new Promise<'stream'>((resolve) => {
    begin = resolve
  })
  const write = (message: McpMessage) => events.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  reply.raw.once('close', () => clearInterval(heartbeat))
  return {
    events,
    begun,
    send(message: McpMessage) {
      heartbeat ??= setInterval(() => events.write(': waiting\n\n'), MCP_HEARTBEAT_MS)
      write(message)
      begin('stream')
    },
    end(message: McpMessage) {
      clearInterval(heartbeat)
      write(message)
      events.end()
    },
  }
}
