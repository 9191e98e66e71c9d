import { Readable } from 'node:stream'
import {
  checkAiKey,
  completeCode,
  streamCodeCompletion,
  titleSql,
  writeRowFilter,
} from '@basalt/contract/ai/ai.endpoints.ts'
import { AI_FAILED } from '@basalt/contract/ai/ai.rules.ts'
import type { RowFilterToWrite } from '@basalt/contract/ai/ai.schema.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteForAudit } from '../../http/audit-notes.ts'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import { toAppError } from '../../http/error-edge.ts'
import type { Caller, Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { SqlWriter } from './ai.service.ts'
import { aiLimit } from './ai-limit.ts'
import { type ProjectAccess, projectWithAi, projectWithLevel } from './project-access.ts'

export interface AiRoutesDeps extends ProjectAccess {
  gates: Gates
  writer: SqlWriter
  titleOf(sql: string, mayUseEndpoint: boolean, signal: AbortSignal): Promise<string>
  filterOf(task: RowFilterToWrite, signal: AbortSignal): Promise<string[]>
  hasEndpoint: boolean
}

export const aiRoutes = (deps: AiRoutesDeps) => async (app: FastifyInstance) => {
  const { gates, writer, titleOf, filterOf, hasEndpoint } = deps
  const { limitEdits, limitTitles } = aiLimit(app)

  const findProject = projectWithLevel(deps)
  const findProjectWithAi = projectWithAi(deps)
  const projectFor = async (request: FastifyRequest, caller: Caller, ref: string) => {
    const { project } = await findProjectWithAi(request, caller, ref)
    await limitEdits(request, caller.userId)
    return project
  }

  mount(app, completeCode, gates.user, async ({ caller, body }, request, reply) => {
    const project = await projectFor(request, caller, body.projectRef)
    // Fastify sends a bare string as it is, but the response is JSON.
    for await (const event of writer.write(project, body, disconnectSignal(reply)))
      if (event.type === 'end') return Readable.from([JSON.stringify(event.replacement)])
    throw new Error(AI_FAILED)
  })

  mount(app, streamCodeCompletion, gates.user, async ({ caller, body }, request, reply) => {
    const project = await projectFor(request, caller, body.projectRef)
    const events = writer.write(project, body, disconnectSignal(reply))
    // A failure before the first event still has its own status.
    const first = await events.next()
    return Readable.from(lines(), { highWaterMark: 1 })

    async function* lines() {
      try {
        if (!first.done) yield line(first.value)
        for await (const event of events) yield line(event)
      } catch (error) {
        const { code, message } = toAppError(error)
        noteForAudit(request, { code })
        request.log.warn({ err: error }, 'A streamed completion failed')
        yield line({ type: 'error', code, message })
      }
    }
  })

  mount(app, titleSql, gates.user, async ({ caller, body }, request, reply) => {
    await limitTitles(request, caller.userId)
    const mayUseEndpoint =
      body.projectRef !== undefined &&
      (await findProject(request, caller, body.projectRef)).level !== 'disabled'
    return { title: await titleOf(body.sql, mayUseEndpoint, disconnectSignal(reply)) }
  })

  mount(app, writeRowFilter, gates.user, async ({ caller, body }, request, reply) => {
    await projectFor(request, caller, body.projectRef)
    return { filter: await filterOf(body, disconnectSignal(reply)) }
  })

  mount(app, checkAiKey, gates.user, () => ({ hasKey: hasEndpoint }))
}

const line = (event: object) => `${JSON.stringify(event)}\n`
