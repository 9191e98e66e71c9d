import { Readable } from 'node:stream'
import { checkAiKey, completeCode, streamCodeCompletion, titleSql } from '@basalt/contract/ai/ai.endpoints.ts'
import { AI_FAILED } from '@basalt/contract/ai/ai.rules.ts'
import { AI_IS_OFF, type AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { toAppError } from '../../http/error-edge.ts'
import { type Access, type Caller, type Gates, mustAllow } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { SqlWriter } from './ai.service.ts'
import { aiLimit } from './ai-limit.ts'

export interface AiRoutesDeps {
  gates: Gates
  writer: SqlWriter
  titleOf(sql: string, mayAsk: boolean, signal: AbortSignal): Promise<string>
  hasEndpoint: boolean
  projectOf(userId: string, ref: string): Promise<Project | undefined>
  accessToProject(userId: string, ref: string): Promise<Access | undefined>
  /** What the organization with this slug lets the endpoint learn. */
  levelOf(slug: string): Promise<AiLevel>
}

export const aiRoutes = (deps: AiRoutesDeps) => async (app: FastifyInstance) => {
  const { gates, writer, titleOf, hasEndpoint } = deps
  const { limitEdits, limitTitles } = aiLimit(app)

  /** Throws `not_found` for a project the caller may not know of, `forbidden` for one whose SQL they may not read. */
  const knownProject = async (request: FastifyRequest, caller: Caller, ref: string) => {
    const [project, access] = await Promise.all([
      deps.projectOf(caller.userId, ref),
      deps.accessToProject(caller.userId, ref),
    ])
    if (!project || !access) throw notFound('Project', ref)
    noteForAudit(request, {
      projectRef: ref,
      projectName: project.name,
      organizationSlug: project.organization_slug,
    })
    mustAllow(caller, access, needs.readWithSql)
    return { project, level: await deps.levelOf(project.organization_slug) }
  }

  /** Throws `forbidden` as well where the organization has AI turned off. */
  const projectFor = async (request: FastifyRequest, caller: Caller, ref: string) => {
    const { project, level } = await knownProject(request, caller, ref)
    if (level === 'disabled') throw new AppError('forbidden', AI_IS_OFF)
    await limitEdits(request, caller.userId)
    return project
  }

  mount(app, completeCode, gates.user, async ({ caller, body }, request, reply) => {
    const project = await projectFor(request, caller, body.projectRef)
    // A bare string would go out as it is, and is to be JSON.
    for await (const event of writer.write(project, body, whenGone(reply)))
      if (event.type === 'end') return Readable.from([JSON.stringify(event.replacement)])
    throw new Error(AI_FAILED)
  })

  mount(app, streamCodeCompletion, gates.user, async ({ caller, body }, request, reply) => {
    const project = await projectFor(request, caller, body.projectRef)
    const events = writer.write(project, body, whenGone(reply))
    // Whatever is refused before the first word still has a status of its own.
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
    const known =
      body.projectRef === undefined ? undefined : await knownProject(request, caller, body.projectRef)
    const mayAsk = known !== undefined && known.level !== 'disabled'
    return { title: await titleOf(body.sql, mayAsk, whenGone(reply)) }
  })

  mount(app, checkAiKey, gates.user, () => ({ hasKey: hasEndpoint }))
}

const line = (event: object) => `${JSON.stringify(event)}\n`

/** Aborted when the client goes away before the answer is complete. */
function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
