import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listOrganizationProjects,
  listProjects,
  pauseProject,
  restartProject,
  restoreProject,
  updateProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { ProjectService } from './projects.service.ts'
import type { ProjectStore } from './projects.store.ts'

/** Each answers the project in its passing status at once and works on in the background. */
export interface ProjectLifecycle {
  pause(ref: string): Promise<Project>
  restore(ref: string): Promise<Project>
  restart(ref: string): Promise<Project>
  remove(ref: string): Promise<Project>
}

interface Deps {
  gates: Gates
  store: ProjectStore
  service: ProjectService
  lifecycle: ProjectLifecycle
  mayDelete: boolean
  /** Tells open dashboards that something about a project changed. */
  announce(ref: string): Promise<void>
}

export const projectRoutes =
  ({ gates, store, service, lifecycle, mayDelete, announce }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listProjects, gates.user, ({ caller }) => store.listFor(caller))

    mount(
      app,
      listOrganizationProjects,
      gates.organization(needs.seeProjects),
      ({ caller, organization, query }) => store.pageFor(caller.userId, organization.id, query),
    )

    mount(app, createProject, gates.user, async ({ caller, body }, request) => {
      noteForAudit(request, { organizationSlug: body.organization_slug })
      const project = await service.create(caller, body)
      noteForAudit(request, { projectRef: project.ref, projectName: project.name })
      await announce(project.ref)
      return project
    })

    mount(app, getProject, gates.project(needs.seeProjects), ({ project }) => project)

    mount(app, updateProject, gates.project(needs.renameProject), async ({ project, caller, body }) => {
      await store.rename(project.ref, body.name)
      await announce(project.ref)
      const renamed = await store.findFor(caller.userId, project.ref)
      if (!renamed) throw notFound('Project', project.ref)
      return renamed
    })

    mount(app, deleteProject, gates.project(needs.deleteProject), ({ project }) => {
      if (!mayDelete)
        throw new AppError('forbidden', 'This edition keeps its one project. Drop the schemas in it instead.')
      return lifecycle.remove(project.ref)
    })
    mount(app, pauseProject, gates.project(needs.pauseProject), ({ project }) => lifecycle.pause(project.ref))
    mount(app, restoreProject, gates.project(needs.restoreProject), ({ project }) =>
      lifecycle.restore(project.ref),
    )
    mount(app, restartProject, gates.project(needs.restartProject), ({ project }) =>
      lifecycle.restart(project.ref),
    )
  }
