import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { generatePassword } from '@basalt/contract/projects/password.rules.ts'
import type { CreatedProject, NewProject, Project } from '@basalt/contract/projects/projects.schema.ts'
import type { z } from 'zod'
import { AppError, notFound } from '../../http/app-error.ts'
import { type Access, type Caller, mayReachOrganization, mustAllow } from '../../http/gate.ts'
import { newProjectRef } from '../../platform/ids.ts'
import { type NextSecret, newProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { ProjectStore } from './projects.store.ts'
import type { TransferStore } from './transfer.store.ts'

interface Deps {
  store: ProjectStore
  move: TransferStore['move']
  /** The region of this installation. */
  region: string
  mayCreate: boolean
  organizationOf(userId: string, slug: string): Promise<{ id: string } | undefined>
  accessToOrganization(userId: string, slug: string): Promise<Access | undefined>
  /** The password of the database that is prepared in advance. */
  superuserPassword?: NextSecret | undefined
  /** Throws `conflict` when the installation has no capacity for another database. */
  capacity: { check(): void }
  /** Starts to create the project's database, in the background. */
  provision(ref: string): void
}

export type ProjectService = ReturnType<typeof projectService>

/** Creates and transfers projects. Row and secrets are written first, so that creation can be finished after a crash. */
export function projectService(deps: Deps) {
  const {
    store,
    move,
    region,
    mayCreate,
    organizationOf,
    accessToOrganization,
    superuserPassword,
    capacity,
    provision,
  } = deps
  return {
    /**
     * Throws `not_found` or `forbidden` for the target, `conflict` for a branch or when the target is its current
     * organization.
     */
    async transfer(caller: Caller, project: Project, targetSlug: string) {
      const target = await organizationOf(caller.userId, targetSlug)
      const access = await accessToOrganization(caller.userId, targetSlug)
      if (!target || !access || !mayReachOrganization(caller, targetSlug))
        throw notFound('Organization', targetSlug)
      mustAllow(caller, access, needs.createProjects)
      if (targetSlug === project.organization_slug)
        throw new AppError('conflict', 'The project is in this organization already')
      return move(project.ref, { organizationId: target.id, callerId: caller.userId })
    },

    async create(caller: Caller, options: z.output<typeof NewProject>): Promise<CreatedProject> {
      if (!mayCreate)
        throw new AppError('forbidden', 'This installation does not let its users create projects')
      const organization = await organizationOf(caller.userId, options.organization_slug)
      const access = await accessToOrganization(caller.userId, options.organization_slug)
      if (!organization || !access || !mayReachOrganization(caller, options.organization_slug))
        throw notFound('Organization', options.organization_slug)
      mustAllow(caller, access, needs.createProjects)
      capacity.check()
      if (options.db_region !== undefined && options.db_region !== region) throw otherRegion(region)
      const password = options.db_pass ?? generatePassword()
      const project = await store.create({
        ref: newProjectRef(),
        organizationId: organization.id,
        name: options.name,
        region,
        secrets: newProjectSecrets(password, superuserPassword?.take()),
      })
      provision(project.ref)
      return options.db_pass === undefined ? { ...project, db_pass: password } : project
    },
  }
}

function otherRegion(region: string) {
  const message = `This installation runs its databases in the region ${region}. Leave db_region out.`
  return new AppError('validation_failed', message, {
    details: { issues: [{ path: 'db_region', message }] },
  })
}
