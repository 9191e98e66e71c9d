import { AI_IS_OFF, type AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { type Access, type Caller, mustAllow } from '../../http/gate.ts'

export interface OpenProjects {
  projectOf(userId: string, ref: string): Promise<Project | undefined>
  accessToProject(userId: string, ref: string): Promise<Access | undefined>
  /** What the organization with this slug lets the endpoint learn. */
  levelOf(slug: string): Promise<AiLevel>
}

/**
 * The project that a body names, and what the endpoint may learn of it.
 * Throws `not_found` for one the caller may not know of, `forbidden` for one whose SQL they may not read.
 */
export const knownProject =
  ({ projectOf, accessToProject, levelOf }: OpenProjects) =>
  async (request: FastifyRequest, caller: Caller, ref: string) => {
    const [project, access] = await Promise.all([
      projectOf(caller.userId, ref),
      accessToProject(caller.userId, ref),
    ])
    if (!project || !access) throw notFound('Project', ref)
    noteForAudit(request, {
      projectRef: ref,
      projectName: project.name,
      organizationSlug: project.organization_slug,
    })
    mustAllow(caller, access, needs.readWithSql)
    return { project, level: await levelOf(project.organization_slug) }
  }

/** The same, and throws `forbidden` where the organization has AI turned off. */
export const openProject =
  (projects: OpenProjects) => async (request: FastifyRequest, caller: Caller, ref: string) => {
    const known = await knownProject(projects)(request, caller, ref)
    if (known.level === 'disabled') throw new AppError('forbidden', AI_IS_OFF)
    return known
  }
