import { AI_IS_OFF, type AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { type Access, type Caller, mustAllow } from '../../http/gate.ts'

export interface ProjectAccess {
  projectOf(userId: string, ref: string): Promise<Project | undefined>
  accessToProject(userId: string, ref: string): Promise<Access | undefined>
  /** What the organization with this slug shares with AI. */
  levelOf(slug: string): Promise<AiLevel>
}

/**
 * Returns the project with this ref and what its organization shares with AI.
 * Throws `not_found` for a project the caller has no access to, `forbidden` when they may not read it with SQL.
 */
export const projectWithLevel =
  ({ projectOf, accessToProject, levelOf }: ProjectAccess) =>
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

/** Like projectWithLevel, but also throws `forbidden` when the organization has AI turned off. */
export const projectWithAi =
  (projects: ProjectAccess) => async (request: FastifyRequest, caller: Caller, ref: string) => {
    const found = await projectWithLevel(projects)(request, caller, ref)
    if (found.level === 'disabled') throw new AppError('forbidden', AI_IS_OFF)
    return found
  }
