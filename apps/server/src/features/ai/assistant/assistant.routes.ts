import { Readable } from 'node:stream'
import { askAssistant, readAssistant } from '@basalt/contract/ai/assistant.endpoints.ts'
import type { AnswerEvent } from '@basalt/contract/ai/assistant.schema.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../http/app-error.ts'
import { noteForAudit } from '../../../http/audit-notes.ts'
import { disconnectSignal } from '../../../http/client-disconnect.ts'
import { toAppError } from '../../../http/error-edge.ts'
import type { Gates } from '../../../http/gate.ts'
import { mount } from '../../../http/mount.ts'
import { onBehalfOf } from '../../../http/on-behalf.ts'
import { CHAT_TIMEOUT_MS } from '../ai.rules.ts'
import { aiLimit } from '../ai-limit.ts'
import { type ProjectAccess, projectWithAi } from '../project-access.ts'
import type { SqlAssistant } from './assistant.service.ts'

export interface AssistantRoutesDeps extends ProjectAccess {
  gates: Gates
  answer: SqlAssistant
}

/** Streams the assistant's answers as server-sent events in the AI SDK's UI message format. */
export const assistantRoutes = (deps: AssistantRoutesDeps) => async (app: FastifyInstance) => {
  const { gates, answer } = deps
  const { limitMessages } = aiLimit(app)
  const findProjectWithAi = projectWithAi(deps)

  mount(app, askAssistant, gates.user, async ({ caller, body: chat }, request, reply) => {
    const { project, level } = await findProjectWithAi(request, caller, chat.projectRef)
    await limitMessages(request, caller.userId)
    const signal = disconnectSignal(reply)
    const call = onBehalfOf(app, request, AbortSignal.any([signal, AbortSignal.timeout(CHAT_TIMEOUT_MS)]))
    const events = answer({ project, level, chat, call, signal })
    // A failure before the first event still has its own status.
    const first = await events.next()
    reply.header('x-vercel-ai-ui-message-stream', 'v1')
    return Readable.from(messages(), { highWaterMark: 1 })

    async function* messages() {
      yield message({ type: 'start' })
      try {
        if (!first.done) yield message(first.value)
        for await (const event of events) yield message(event)
      } catch (error) {
        const { code, message: errorText } = toAppError(error)
        noteForAudit(request, { code })
        request.log.warn({ err: error }, 'An answer of the assistant failed')
        yield message({ type: 'error', errorText })
      }
      yield message({ type: 'finish' })
      yield 'data: [DONE]\n\n'
    }
  })

  mount(app, readAssistant, gates.user, (_input, _request, reply) => {
    reply.header('allow', 'POST')
    throw new AppError('method_not_allowed', 'Chats are stored in the browser. POST a chat to get an answer.')
  })
}

const message = (event: AnswerEvent) => `data: ${JSON.stringify(event)}\n\n`
