import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { generatePassword } from '@basalt/contract/projects/password.rules.ts'
import type { CreatedProject, NewProject } from '@basalt/contract/projects/projects.schema.ts'
import type { z } from 'zod'
import { AppError, notFound } from '../../http/app-error.ts'
import { type Access, type Caller, mustAllow } from '../../http/gate.ts'
import { newProjectRef } from '../../platform/ids.ts'
import { type ComingSecret, newProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { ProjectStore } from './projects.store.ts'

interface Deps {
  store: ProjectStore
  mayCreate: boolean
  organizationOf(userId: string, slug: string): Promise<{ id: string } | undefined>
  accessToOrganization(userId: string, slug: string): Promise<Access | undefined>
  /** Of the database that is made ready in advance. */
  superuserPassword?: ComingSecret | undefined
  /** Begins to bring the project's database up, in the background. */
  provision(ref: string): void
}

export type ProjectService = ReturnType<typeof projectService>

/** Making a project: its row and secrets first, so that a crash afterwards leaves something that can be finished. */
export function projectService(deps: Deps) {
  const { store, mayCreate, organizationOf, accessToOrganization, superuserPassword, provision } = deps
  return {
    async create(caller: Caller, wanted: z.output<typeof NewProject>): Promise<CreatedProject> {
      if (!mayCreate)
        throw new AppError('forbidden', 'This installation does not let its users make projects')
      const organization = await organizationOf(caller.userId, wanted.organization_slug)
      const access = await accessToOrganization(caller.userId, wanted.organization_slug)
      if (!organization || !access) throw notFound('Organization', wanted.organization_slug)
      mustAllow(caller, access, needs.createProjects)
      const password = wanted.db_pass ?? generatePassword()
      const project = await store.create({
        ref: newProjectRef(),
        organizationId: organization.id,
        name: wanted.name,
        region: wanted.db_region,
        secrets: newProjectSecrets(password, superuserPassword?.take()),
      })
      provision(project.ref)
      return wanted.db_pass === undefined ? { ...project, db_pass: password } : project
    },
  }
}
